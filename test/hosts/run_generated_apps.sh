#!/usr/bin/env bash
# Makes an app with the generator of each framework, pastes the blocks of its page in docs/hosts/, builds and starts it, and probes it.
# For a run by hand: test/hosts/run_generated_apps.sh [--install-lines] [HOST]...
# For Deno, npm installs the tarball, because `deno add` takes only names.
# It installs 2 GB from npm, and prints the rows of the table in docs/hosts/README.md.
#
# --install-lines publishes Postern to a registry on this machine, and runs the install lines of the pages unchanged.
# POSTERN_NODE is the major version of Node that npm installs for the run. Default: 24.
# POSTERN_TEMPLATES is a folder with `astro`, `nuxt` and `react-router`: the templates that these generators download from GitHub. Without it
# they download them.
set -euo pipefail
cd "$(dirname "$0")/../.."
root="$PWD"
parts="$root/test/hosts"
source "$parts/webhook_routes.sh"
source "$parts/hosts.sh"
install_lines=""
if [ "${1:-}" = --install-lines ]; then install_lines=yes; shift; fi
hosts=("$@")
if [ ${#hosts[@]} -eq 0 ]; then hosts=("${all_hosts[@]}"); fi
for host in "${hosts[@]}"; do
  case " ${all_hosts[*]} " in
    *" $host "*) ;;
    *) echo "Unknown host \"$host\": allowed are ${all_hosts[*]}" >&2; exit 2 ;;
  esac
done
folder="$(mktemp -d)"
server=""
registry=""
stop_server() {
  if [ -n "$server" ]; then kill -- "-$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  server=""
}
trap 'stop_server; if [ -n "$registry" ]; then kill "$registry" || true; fi; rm -rf "$folder"' EXIT

if [ ! -f bundle/cli.js ]; then npm run --silent build; fi
npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
tarball="$(echo "$folder"/postern-*.tgz)"
platform="$(node -p '`${process.platform}-${process.arch}`')"
npm install --prefix "$folder/programs" --no-audit --no-fund --silent "node-$platform@${POSTERN_NODE:-24}"
case " ${hosts[*]} " in
  *" bun "* | *" deno "*) npm install --prefix "$folder/programs" --no-audit --no-fund --silent bun deno ;;
esac
export PATH="$folder/programs/node_modules/.bin:$folder/programs/node_modules/node-$platform/bin:$PATH"
export CI=1 NO_COLOR=1 ASTRO_TELEMETRY_DISABLED=1 NEXT_TELEMETRY_DISABLED=1 NUXT_TELEMETRY_DISABLED=1 WRANGLER_SEND_METRICS=false
export npm_config_audit=false npm_config_fund=false npm_config_yes=true npm_config_prefer_offline=true
POSTERN_WEBHOOK_SECRET="whsec_$(head -c 24 /dev/urandom | base64)"
export POSTERN_WEBHOOK_SECRET
if [ -n "$install_lines" ]; then source "$parts/start_registry.sh"; fi

commands() { node "$parts/host_page.ts" print "$root/docs/hosts/${2:-$page}.md" bash "$1"; }

# Runs the install block of the page, and leaves the shell in the app's folder.
install_app() {
  local lines
  lines="$(commands '' | with_templates | with_generator)"
  if [ -z "$install_lines" ]; then lines="$(sed -E "s#(npm install|bun add)(.*) postern\b#\1\2 $tarball#; s#npm install postern\b#npm install $tarball#; s#bun add postern\b#bun add $tarball#; s#deno add npm:postern\b#npm install $tarball#" <<< "$lines")"; fi
  printf 'set -e\n%s\npwd > %s\n' "$lines" "$folder/$host.pwd" > "$folder/$host.install"
  bash "$folder/$host.install" < /dev/null || return 1
  cd "$(cat "$folder/$host.pwd")"
}

# The probe needs options that the page leaves out: feeds, and the protocol for assistants.
add_options() {
  local seed=seed.js opens=content_api.js
  if [ "$host" = workers ]; then seed=src/index.js opens=src/index.js; fi
  sed -i 's|siteUrl: "https://acme.example"|&, feeds: true|' "$seed"
  sed -i '0,/basePath: "\/content"/s||&, mcp: mcp()|; 1i import { mcp } from "postern/mcp";' "$opens"
  node "$parts/host_page.ts" print "$root/docs/webhooks.md" ts 'Receive the events' > receive_webhook.ts
  "route_$host"
}

# `set -e` has no effect in a condition, so each step that may fail returns.
make_app() {
  install_app || return 1
  node "$parts/host_page.ts" paste "$root/docs/hosts/$page.md" .
  if [ "$host" = fastify_cli ]; then mount_in_fastify_cli; fi
  add_package @modelcontextprotocol/server || return 1
  add_options
}

add_package() {
  case "$host" in
    bun) bun add "$1" ;;
    deno) if [ -n "$install_lines" ]; then deno add "npm:$1"; else npm install --silent "$1"; fi ;;
    *) npm install --silent "$1" ;;
  esac
}

start_app() { PORT=$port HOST=127.0.0.1 exec setsid bash -c "${1//3000/$port}"; }

wait_for_post() {
  curl --silent --show-error --fail --output /dev/null --retry 60 --retry-all-errors --retry-delay 1 --max-time 10 \
    "http://127.0.0.1:$port/content/api/public/v1/post/acme/hello" 2>> ../server.log
}

version_of() { node -p "require('$PWD/node_modules/$1/package.json').version" 2>/dev/null || echo "?"; }

failed=0
port=$((4400 + RANDOM % 400))
for host in "${hosts[@]}"; do
  page="$(page_of "$host")"
  port=$((port + 1))
  mkdir -p "$folder/$host"
  cd "$folder/$host"
  begin=$SECONDS
  if ! { make_app && seed_and_start; } > "$folder/$host.log" 2>&1; then
    tail -40 "$folder/$host.log"
    echo "$host: failed before the probe"
    failed=1
    stop_server
    cd "$root"
    continue
  fi
  seconds=$((SECONDS - begin))
  export PROBE_KEY PROBE_LINK PROBE_EXCEPTIONS PROBE_OWN_PAGE
  PROBE_EXCEPTIONS="$(exceptions_of "$host")" PROBE_OWN_PAGE="$(own_page_of "$host")"
  node "$parts/probe.ts" "http://127.0.0.1:$port" > "$folder/$host.probe" || failed=1
  sed '$d' "$folder/$host.probe" | sed "s/^/$host: /"
  echo "| $(title_of "$host") | $(generator_of "$host") | $(framework_of "$host") | $(runtime_of "$host") | $(date +%F) | $(tail -1 "$folder/$host.probe") | $seconds |"
  stop_server
  cd "$root"
  if [ -z "${POSTERN_KEEP:-}" ]; then rm -rf "${folder:?}/$host"; fi
done
exit $failed
