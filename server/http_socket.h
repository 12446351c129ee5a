// One open WebSocket. Included by http.cpp alone.
#pragma once

#include "server/http_limits.h"

namespace rw::server::network {

template <class Stream>
class SocketSession final : public Socket, public std::enable_shared_from_this<SocketSession<Stream>> {
 public:
  SocketSession(Stream stream, Loop& loop, Metrics& metrics, const Limits& limits, std::function<void()> gone)
      : stream_(std::move(stream)), loop_(loop), metrics_(metrics), limits_(limits), gone_(std::move(gone)) {}
  ~SocketSession() override {
    if (open_) --metrics_.sockets;
    gone_();
  }
  SocketSession(const SocketSession&) = delete;
  SocketSession& operator=(const SocketSession&) = delete;

  void start(const http::request<http::string_body>& request, Accept accept) {
    beast::get_lowest_layer(stream_).expires_never();
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = read_time;
    timeout.idle_timeout = idle_time;
    timeout.keep_alive_pings = true;
    stream_.set_option(timeout);
    stream_.set_option(websocket::stream_base::decorator(
        [](websocket::response_type& response) { response.set(http::field::server, "rulewright"); }));
    stream_.read_message_max(4096);
    // Pings count as messages do: each of them is answered.
    stream_.control_callback([this](websocket::frame_type kind, beast::string_view) {
      if (kind != websocket::frame_type::close && !may_say_more()) drop();
    });
    stream_.auto_fragment(false);
    stream_.async_accept(request,
                         [self = this->shared_from_this(), accept = std::move(accept)](const Error& error) {
                           if (error) return;
                           ++self->metrics_.sockets;
                           ++self->metrics_.sockets_opened;
                           self->open_ = true;
                           self->events_ = accept.enter(self);
                           self->read();
                         });
  }

  void send(std::shared_ptr<const std::string> message) override {
    if (Loop::here() != &loop_)
      return loop_.post([self = this->shared_from_this(), message = std::move(message)] { self->send(message); });
    if (closing_) return;
    unsent_ += message->size();
    if (unsent_ > limits_.most_unsent) {
      ++metrics_.slow_sockets;
      return drop();  // it does not read, so a last message would not arrive
    }
    ++metrics_.messages_out;
    metrics_.bytes_out += message->size();
    queue_.push_back(std::move(message));
    if (queue_.size() == 1) write();
  }
  void finish(std::string last) override {
    if (Loop::here() != &loop_)
      return loop_.post([self = this->shared_from_this(), last = std::move(last)] { self->finish(last); });
    if (closing_) return;
    send(std::make_shared<const std::string>(std::move(last)));
    closing_ = true;
    close_when_sent();
  }

 private:
  void read() {
    stream_.async_read(buffer_, [self = this->shared_from_this()](const Error& error, std::size_t) {
      if (error) return self->over();
      ++self->metrics_.messages_in;
      if (!self->may_say_more()) {
        self->finish(R"({"v":3,"type":"bye","code":"too_fast","text":"too many messages"})");
        return self->over();
      }
      if (!self->closing_ && self->stream_.got_text())
        self->hear({static_cast<const char*>(self->buffer_.data().data()), self->buffer_.size()});
      self->buffer_.consume(self->buffer_.size());
      self->read();
    });
  }
  void hear(std::string_view text) {
    try {
      events_.message(text);
    } catch (const std::exception& fault) {
      log_warning("message failed", {{"error", fault.what()}});
      finish(
          R"({"v":3,"type":"bye","code":"restart","text":"this should not happen; it is in the log","retry":2000})");
    }
  }
  bool may_say_more() {
    if (bucket_.take(limits_.messages_per_second, 3 * limits_.messages_per_second)) return true;
    ++metrics_.limited;
    return false;
  }
  void drop() {
    closing_ = true;
    Error ignored;
    beast::get_lowest_layer(stream_).socket().close(ignored);
  }
  void write() {
    stream_.text(true);
    stream_.async_write(asio::buffer(*queue_.front()),
                        [self = this->shared_from_this()](const Error& error, std::size_t) {
                          if (error) return self->over();
                          self->unsent_ -= self->queue_.front()->size();
                          self->queue_.erase(self->queue_.begin());
                          if (!self->queue_.empty()) return self->write();
                          if (self->closing_) self->close_when_sent();
                        });
  }
  void close_when_sent() {
    if (!queue_.empty() || closed_) return;
    closed_ = true;
    stream_.async_close(websocket::close_reason(websocket::close_code::service_restart),
                        [self = this->shared_from_this()](const Error&) {});
  }
  void over() {
    if (!open_) return;
    open_ = false;
    --metrics_.sockets;
    const auto closed = std::move(events_.closed);
    events_ = {[](std::string_view) {}, nullptr};
    if (closed) closed();
  }

  websocket::stream<Stream, false> stream_;
  beast::flat_buffer buffer_;
  Loop& loop_;
  Metrics& metrics_;
  const Limits& limits_;
  std::function<void()> gone_;
  SocketEvents events_;
  std::vector<std::shared_ptr<const std::string>> queue_;  // rarely more than one, so its memory is small and kept
  std::size_t unsent_ = 0;
  Bucket bucket_;
  bool open_ = false, closing_ = false, closed_ = false;
};

}  // namespace rw::server::network
