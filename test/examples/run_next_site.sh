#!/bin/bash
# Creates the Next.js site of docs/webhooks.md, and checks that changed posts arrive on its cached pages.
# For a run by hand: test/examples/run_next_site.sh [VERSION OF NEXT.JS]. It installs 500 MB from npm, and takes two minutes.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm run --silent build
npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
(
  cd "$folder"
  CI=1 npx --yes "create-next-app@${1:-latest}" my-site --empty --yes --disable-git
  npm install --no-audit --no-fund --prefix my-site ./postern-*.tgz
)
cp -r examples/webhooks/next/. "$folder/my-site"
sed -i "s/partialPrefetching: true/partialPrefetching: false/" "$folder/my-site/next.config.ts"
POSTERN_NEXT_SITE="$folder/my-site" npx vitest run test/examples/next_site.test.ts --maxWorkers=1
