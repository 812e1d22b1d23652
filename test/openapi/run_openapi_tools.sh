#!/usr/bin/env bash
# Runs the tools that other people use on the OpenAPI documents of both APIs: two linters, a client generator, and for the public one a validating proxy.
# They are not development dependencies: together they are 250 packages, and one of them needs TypeScript 5. They go into
# a temporary folder, or into the one that POSTERN_OPENAPI_TOOLS names, and stay there.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ -z "${POSTERN_OPENAPI_TOOLS:-}" ]; then
  POSTERN_OPENAPI_TOOLS="$(mktemp -d)"
  trap 'rm -rf "$POSTERN_OPENAPI_TOOLS"' EXIT
fi
export POSTERN_OPENAPI_TOOLS

# The newest versions that run on Node 20.
npm install --prefix "$POSTERN_OPENAPI_TOOLS" --no-save --no-audit --no-fund --silent \
  @redocly/cli@2.77.0 @stoplight/spectral-cli@6.16.3 @stoplight/prism-cli@5.14.2 \
  openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9
node_modules/.bin/vitest run test/openapi/tools.test.ts
