#!/bin/bash
# Creates an app of each kind with "postern create", installs its packages from npm, starts it, and reads its post.
# For a run by hand: test/examples/run_created_apps.sh [HOST...]. It installs 500 MB, and takes two minutes.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm run --silent build
npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
port=3190
if [ $# -eq 0 ]; then set -- node express fastify koa hono next; fi
for host in "$@"; do
  app="$folder/$host"
  node bundle/cli.js create "$app" --host "$host" --skip-install >/dev/null
  npm install --silent --no-audit --no-fund --prefix "$app" "$folder"/postern-*.tgz
  npm run --silent seed --prefix "$app" >/dev/null
  npm run --silent --if-present build --prefix "$app" >/dev/null
  port=$((port + 1))
  (cd "$app" && PORT=$port exec setsid npm start >/dev/null 2>&1) &
  curl -sf --retry 20 --retry-connrefused --retry-delay 1 \
    "http://localhost:$port/api/public/v1/post/acme/hello?fields=name" | grep -q '"Hello"'
  kill -- "-$!"
  echo "$host: serves its post"
done
