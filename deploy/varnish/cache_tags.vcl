vcl 4.1;

# Removes responses by tags. Start the server with --cache-tags --trust-proxy 1. Varnish sets X-Forwarded-For by itself.

import std;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
}

acl purgers {
  "127.0.0.1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403));
    }
    if (req.http.x-tag !~ "^[A-Za-z0-9._%~-]+$") {
      return (synth(400));
    }
    # The tag is a part of a regular expression.
    set req.http.x-tag = regsuball(req.http.x-tag, "\.", "[.]");
    if (std.ban("obj.http.surrogate-key ~ (^|\s)" + req.http.x-tag + "(\s|$)")) {
      return (synth(200));
    }
    return (synth(500));
  }
  if (req.http.accept ~ "text/event-stream") {
    set sess.send_timeout = 1d;
  }
  if (req.http.x-api-key) {
    return (pass);
  }
}

sub vcl_deliver {
  unset resp.http.surrogate-key;
  unset resp.http.cache-tag;
}
