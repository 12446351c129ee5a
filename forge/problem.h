// What is wrong with the content, and where: gathered while compiling, told all at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rw::forge {

struct Problem {
  std::string file;
  int line = 0, column = 0;  // from 1; 0 for a file as a whole
  std::string path;          // "zones[3].sector"
  std::string message;

  std::string text() const;  // "zones.yaml:12:5: zones[3].sector: what is wrong"
  bool operator==(const Problem&) const = default;
};

// A place in one of the files that are being compiled.
struct Place {
  int file = -1;
  int line = 0, column = 0;
};

class Problems {
 public:
  int add_file(std::string name);  // the number that places in that file carry
  void add(Place place, std::string_view path, std::string message);

  const std::string& file_name(int file) const { return files_.at(static_cast<std::size_t>(file)); }
  bool none() const { return problems_.empty(); }
  std::size_t size() const { return problems_.size(); }
  std::vector<Problem> in_reading_order() const;

 private:
  std::vector<std::string> files_;
  std::vector<Problem> problems_;
};

// Paths: a key or a list place below another.
std::string below(std::string_view path, std::string_view key);
std::string below(std::string_view path, std::size_t place);

// " (did you mean 'red'?)" if one of the candidates is near enough, otherwise nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

// "a, b, c"
std::string listed(const std::vector<std::string_view>& words);

}  // namespace rw::forge
