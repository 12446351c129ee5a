// Documents: compressed once, named by their hash. And the files of the built page.
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/core/hash.h"
#include "server/catalogue.h"

namespace rw::server {
namespace {

std::string zipped(const std::string& text) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(whole ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

std::string type_of(const std::filesystem::path& file) {
  static const std::map<std::string, std::string> types = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".json", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".wasm", "application/wasm"},
      {".txt", "text/plain; charset=utf-8"},
      {".yaml", "text/plain; charset=utf-8"},
  };
  const auto found = types.find(file.extension().string());
  return found == types.end() ? "application/octet-stream" : found->second;
}

}  // namespace

Document document(std::string text, std::string type) {
  Document made;
  made.type = std::move(type);
  made.etag = "\"" + core::hash128(std::as_bytes(std::span(text))).hex() + "\"";
  std::string small = text.size() > 512 ? zipped(text) : "";
  if (!small.empty() && small.size() < text.size() * 9 / 10)
    made.zipped = std::make_shared<const std::string>(std::move(small));
  made.plain = std::make_shared<const std::string>(std::move(text));
  return made;
}

Response respond_with(const Document& document, const Request& request) {
  Response response{200, document.type, document.plain, {}, {}};
  response.headers.emplace_back("ETag", document.etag);
  response.headers.emplace_back("Cache-Control",
                                document.forever ? "public, max-age=31536000, immutable" : "no-cache");
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (request.header("if-none-match") == document.etag) {
    response.status = 304;
    response.type.clear();
    response.body.reset();
  } else if (document.zipped && request.header("accept-encoding").find("gzip") != std::string_view::npos) {
    response.body = document.zipped;
    response.headers.emplace_back("Content-Encoding", "gzip");
  }
  return response;
}

Page read_page(const std::string& folder) {
  namespace files = std::filesystem;
  Page page;
  std::error_code fault;
  if (folder.empty() || !files::is_directory(folder, fault)) return page;
  for (const auto& entry : files::recursive_directory_iterator(folder, fault)) {
    if (!entry.is_regular_file(fault) || entry.path().extension() == ".map") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const std::string name = "/" + files::relative(entry.path(), folder).generic_string();
    if (name == "/site.html") continue;  // the page of a folder without a server
    Document made = document(text, type_of(entry.path()));
    made.forever = name.starts_with("/assets/");
    page.emplace(name, std::move(made));
  }
  return page;
}

}  // namespace rw::server
