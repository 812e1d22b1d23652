#!/bin/bash
# Builds the Astro site of docs/front_ends.md with a version of Astro, on Node 24.
# For a run by hand: test/astro_loader/run_astro_site.sh [VERSION OF ASTRO]. It installs 350 MB from npm.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm run --silent build
npm install --prefix "$folder" --no-audit --no-fund --silent "astro@${1:-latest}" node@24
POSTERN_ASTRO="$folder/node_modules/astro" "$folder/node_modules/.bin/node" node_modules/.bin/vitest run test/astro_loader/astro_site.test.ts
