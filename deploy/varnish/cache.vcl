vcl 4.1;

# A shared cache. Start the server with --trust-proxy 1. Varnish sets X-Forwarded-For by itself.

backend default {
  .host = "127.0.0.1";
  .port = "3000";
}

sub vcl_recv {
  if (req.http.accept ~ "text/event-stream") {
    set sess.send_timeout = 1d;
  }
  if (req.http.x-api-key) {
    return (pass);
  }
}
