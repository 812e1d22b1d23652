#!/usr/bin/env bash
# Calls the tools with the MCP Inspector, on Node 22, which it needs. Both go into a temporary folder, or into the one that
# POSTERN_MCP_INSPECTOR names, and stay there: together they are 300 MB.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ -z "${POSTERN_MCP_INSPECTOR:-}" ]; then
  POSTERN_MCP_INSPECTOR="$(mktemp -d)"
  trap 'rm -rf "$POSTERN_MCP_INSPECTOR"' EXIT
fi
export POSTERN_MCP_INSPECTOR

platform="$(node -p '`${process.platform === "win32" ? "win" : process.platform}-${process.arch}`')"
npm install --prefix "$POSTERN_MCP_INSPECTOR" --no-save --no-audit --no-fund --silent \
  "node-$platform@22" @modelcontextprotocol/inspector@2.12.0
node_modules/.bin/vitest run test/mcp/inspector.test.ts
