#!/usr/bin/env bash
# Installs a server with each package manager as an image does, and runs it. Then builds the Next.js site of docs/hosts/nextjs.md with
# `output: "standalone"`, and runs it in a folder of its own. The commands are those of docs/bundling.md.
# Usage: test/hosts/run_package_managers.sh [npm|pnpm|yarn1|yarn4]... Installs 2 GB from npm, and takes 5 minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
root="$PWD"
managers=("$@")
if [ ${#managers[@]} -eq 0 ]; then managers=(npm pnpm yarn1 yarn4); fi
folder="$(mktemp -d)"
server=""
stop_server() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  server=""
}
trap 'stop_server; rm -rf "$folder"' EXIT

if [ ! -f bundle/cli.js ]; then npm run --silent build; fi
npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
platform="$(node -p '`${process.platform}-${process.arch}`')"
npm install --prefix "$folder/programs" --no-audit --no-fund --silent "node-$platform@24"
# Two versions of Yarn have one command, so each manager has a folder.
npm install --prefix "$folder/pnpm" --no-audit --no-fund --silent pnpm@12.21.0
npm install --prefix "$folder/yarn1" --no-audit --no-fund --silent yarn@1.22.22
npm install --prefix "$folder/yarn4" --no-audit --no-fund --silent @yarnpkg/cli-dist@4.18.1
node="$folder/programs/node_modules/node-$platform/bin/node"
mkdir "$folder/bin"
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$node" "$folder/pnpm/node_modules/pnpm/bin/pnpm.mjs" > "$folder/bin/pnpm"
chmod +x "$folder/bin/pnpm"
base="$(dirname "$node"):$PATH"
export NEXT_TELEMETRY_DISABLED=1 NO_COLOR=1 CI=1 YARN_ENABLE_IMMUTABLE_INSTALLS=false YARN_ENABLE_TELEMETRY=0
export npm_config_audit=false npm_config_fund=false npm_config_prefer_offline=true

block() { "$node" "$root/test/hosts/host_page.ts" print "$root/docs/bundling.md" "$1" "$2"; }

# Runs the first block of commands after a paragraph of the page.
run_block() {
  local commands
  commands="$(block bash "$1")" || return 1
  bash -ec "$commands"
}

use_manager() {
  case "$1" in
    pnpm) PATH="$folder/bin:$base" ;;
    yarn1 | yarn4) PATH="$folder/$1/node_modules/.bin:$base" ;;
    *) PATH="$base" ;;
  esac
}

# Writes the settings that the page names, and creates the lock file.
lock() {
  case "$1" in
    npm) npm install --silent ;;
    pnpm) block yaml 'pnpm 12' > pnpm-workspace.yaml; pnpm install --no-frozen-lockfile ;;
    yarn1) yarn install --silent ;;
    yarn4) echo 'nodeLinker: node-modules' > .yarnrc.yml; touch yarn.lock; yarn install ;;
  esac
}

paragraph_of() {
  case "$1" in
    npm) echo 'npm:' ;;
    pnpm) echo 'Then install with pnpm' ;;
    yarn1) echo 'Yarn 1:' ;;
    yarn4) echo 'Yarn 4 needs' ;;
  esac
}

# Installs and runs the server of test/bundlers without its development dependency.
run_image() {
  mkdir -p "$folder/$1/source" "$folder/$1/image"
  cd "$folder/$1/source"
  cp "$folder"/postern-*.tgz postern.tgz
  cp "$root/test/bundlers/server.js" .
  cat > package.json <<'END'
{
  "name": "server", "private": true, "type": "module",
  "dependencies": { "postern": "file:./postern.tgz", "lmdb": "^3.5.6", "pg": "^8.23.1", "ioredis": "^5.11.1", "sharp": "^0.35.5" },
  "devDependencies": { "picocolors": "^1.1.1" }
}
END
  lock "$1" || return 1
  if [ ! -d node_modules/picocolors ]; then return 1; fi
  for file in package.json postern.tgz server.js *lock* *.yaml .yarnrc.yml; do
    if [ -f "$file" ]; then cp "$file" "$folder/$1/image/"; fi
  done
  cd "$folder/$1/image"
  run_block "$(paragraph_of "$1")" || return 1
  if [ -d node_modules/picocolors ]; then echo "The development dependency was installed"; return 1; fi
  node --no-warnings server.js > results.json || return 1
  node -e '
    const results = JSON.parse(require("node:fs").readFileSync("results.json", "utf8"));
    const { lmdb, memory, sharp } = results;
    if (lmdb !== 200 || results["lmdb:"] !== 200 || memory !== 200 || !sharp) throw new Error(JSON.stringify(results));
  '
}

make_site() {
  mkdir -p "$folder/$1/next/app"
  cd "$folder/$1/next"
  cp "$folder"/postern-*.tgz postern.tgz
  cat > package.json <<'END'
{
  "name": "site", "private": true, "type": "module", "scripts": { "build": "next build" },
  "dependencies": { "postern": "file:./postern.tgz", "lmdb": "^3.5.6", "next": "16.4.6", "react": "19.3.1", "react-dom": "19.3.1" }
}
END
  echo 'export default { output: "standalone", turbopack: { root: import.meta.dirname } };' > next.config.mjs
  echo 'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }' > app/layout.js
  echo 'export default function Page() { return <p>Hello</p>; }' > app/page.js
  node "$root/test/hosts/host_page.ts" paste "$root/docs/hosts/nextjs.md" . >/dev/null
  sed -i "s|\".postern/data\"|\"$folder/$1/data\"|" content_api.js
}

run_standalone() {
  make_site "$1"
  lock "$1" || return 1
  node --no-warnings seed.js || return 1
  run_block 'In the build stage' || return 1
  run_block 'Assemble the image' || return 1
  # The build folder leaves, so that the server finds nothing in it.
  mv image ../standalone
  mv "$folder/$1/next" "$folder/$1/away"
  cd "$folder/$1"
  mkdir -p run && mv standalone run/image && cd run
  local start
  start="$(block bash 'Start the standalone server')" || return 1
  PORT=$port HOSTNAME=127.0.0.1 bash -c "exec $start" > server.log 2>&1 &
  server=$!
  curl --silent --fail --output /dev/null --retry 60 --retry-all-errors --retry-delay 1 --max-time 10 \
    "http://127.0.0.1:$port/content/api/public/v1/post/acme/hello" || { cat server.log; return 1; }
}

failed=0
port=$((5200 + RANDOM % 400))
for manager in "${managers[@]}"; do
  use_manager "$manager"
  for part in run_image run_standalone; do
    port=$((port + 1))
    if "$part" "$manager" > "$folder/$manager-$part.log" 2>&1; then
      echo "$manager: $part passed"
    else
      tail -60 "$folder/$manager-$part.log" | grep -v "^ *at "
      echo "$manager: $part failed"
      failed=1
    fi
    stop_server
    cd "$root"
  done
done
exit $failed
