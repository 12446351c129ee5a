// The server as a whole: `rulewright serve`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/http.h"

namespace rw::server {

struct ServeOptions {
  int port = 8080;
  std::string address = "127.0.0.1";  // to listen on
  std::string data = "rulewright-data";
  std::string database;               // a PostgreSQL address; empty: SQLite in `data`
  std::string page;                   // the built page; empty: beside the program
  std::string origin;                 // the site's public address, if a proxy stands in front
  std::string reach;                  // host:port where other servers of the same database reach this one
  std::string log_file, log_level = "info";
  std::vector<std::string> hosts;     // names that this server is called by, beside those of the machine
  std::string inside;                 // HOST:PORT of the inside door: /metrics, other servers; plain
  std::string certificate, key;       // TLS at the front door; files
  int connections = 0;                // 0: as many as there is memory for
  int loops = 0;                      // threads that tables are spread over; 0: one for each core
  int bot_threads = 0;                // 0: one fewer than there are cores, at least one
  Limits limits;
};

// The folder of the built page: beside the program where it was built, or where it was installed. Empty: none.
std::string usual_page();

// How many connections a machine with so much memory and so many file descriptors can hold. Half of the memory is
// for what sockets have not read yet.
int most_connections(std::int64_t memory, std::int64_t descriptors);

// Runs until SIGTERM or SIGINT. The exit status: 0 stopped in order, 2 could not start.
int serve(const ServeOptions&);

}  // namespace rw::server
