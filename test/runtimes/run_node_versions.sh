#!/usr/bin/env bash
# Runs the HTTP suite on other versions of Node: ./run_node_versions.sh [major]...
# They are not development dependencies, since each is more than 100 MB: they go into a temporary folder.
set -euo pipefail
cd "$(dirname "$0")/../.."
versions=("$@")
if [ ${#versions[@]} -eq 0 ]; then versions=(22 24 26); fi
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

platform="$(node -p '`${process.platform === "win32" ? "win" : process.platform}-${process.arch}`')"
binaries=()
for version in "${versions[@]}"; do
  mkdir "$folder/$version"
  npm install --prefix "$folder/$version" --no-save --no-audit --no-fund --silent "node-$platform@$version"
  binaries+=("$folder/$version/node_modules/node-$platform/bin/node")
done
export POSTERN_NODE_BINARIES="$(IFS=:; echo "${binaries[*]}")"
node_modules/.bin/vitest run test/runtimes/node.test.ts
