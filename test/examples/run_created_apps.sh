#!/usr/bin/env bash
# Publishes this checkout to a registry on this machine, creates an app of each host by `npm create postern`, in TypeScript and in JavaScript, and
# tests it. Then it follows docs/tutorial.md: test/examples/run_created_apps.sh [HOST...]. It installs 1 GB from npm, and takes ten minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
root="$PWD"
folder="$(mktemp -d)"
registry=""
trap 'if [ -n "$registry" ]; then kill "$registry" || true; fi; rm -rf "$folder"' EXIT
if [ ! -f bundle/cli.js ]; then npm run --silent build; fi
npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
tarball="$(echo "$folder"/postern-*.tgz)"
npm install --prefix "$folder/programs" --no-audit --no-fund --silent deno
# npm would run a copy of create-postern from an earlier run, because it has the same version.
export npm_config_cache="$folder/cache"
source test/hosts/start_registry.sh
export PATH="$folder/programs/node_modules/.bin:$PATH" npm_config_audit=false npm_config_fund=false npm_config_yes=true
export NO_COLOR=1 NEXT_TELEMETRY_DISABLED=1 WRANGLER_SEND_METRICS=false
POSTERN_CREATED_APPS="${*:-all}" npx vitest run test/examples/created_apps.test.ts test/docs/tutorial.test.ts --maxWorkers=1
