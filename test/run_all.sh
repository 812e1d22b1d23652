#!/usr/bin/env bash
# Runs everything: each suite over each store, all random trials, all appearances of the pages, the complete Chromium, tests in a random order,
# other versions of Node, generated apps, package managers, the OpenAPI tools and the MCP Inspector.
set -euo pipefail
cd "$(dirname "$0")/.."
export POSTERN_TEST_ALL=1
test/run.sh
npm run check:ci
POSTERN_TEST_STORAGE=postgres npx vitest run test/admin test/dashboard/{changed_posts,editor,editor_conflicts,import,members,post_list,revisions,sessions}.test.ts
test/runtimes/run_node_versions.sh
test/hosts/run_generated_apps.sh express fastify koa hono
test/examples/run_created_apps.sh
test/hosts/run_package_managers.sh
test/openapi/run_openapi_tools.sh
test/mcp/run_inspector.sh
