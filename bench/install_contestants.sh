#!/bin/sh
# Installs what access.bench.ts compares with, beside the bundle and not among the project's dependencies.
set -eu
cd "$(dirname "$0")/.."
mkdir -p node_modules/.cache/postern
cd node_modules/.cache/postern
[ -d node_modules/better-auth ] && exit 0
echo '{ "private": true }' >package.json
npm install --no-audit --no-fund --legacy-peer-deps --loglevel error \
  rate-limiter-flexible@11.4.0 better-auth@1.7.25 @better-auth/api-key@1.7.5
