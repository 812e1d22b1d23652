#!/usr/bin/env bash
# Runs `npm run demo` of examples/blog with this checkout, and tests the pages with Chromium and Lighthouse.
# For a run by hand: test/examples/run_blog.sh. It needs the ports 3000 and 3100, installs 600 MB from npm, and takes four minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm run --silent build
npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
mkdir "$folder/lighthouse"
npm install --no-audit --no-fund --silent --prefix "$folder/lighthouse" lighthouse@12
git archive HEAD:examples/blog --prefix=blog/ | tar -x -C "$folder"
npm install --no-audit --no-fund --silent --prefix "$folder/blog" "$folder"/postern-*.tgz
export NEXT_TELEMETRY_DISABLED=1 POSTERN_BLOG="$folder/blog" POSTERN_LIGHTHOUSE="$folder/lighthouse/node_modules/lighthouse/cli/index.js"
npx vitest run test/examples/blog.test.ts --maxWorkers=1
