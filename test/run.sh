#!/bin/sh
# Runs all checks and tests; with arguments, only the tests whose path contains one of them: npm test -- sitemap
set -e
if [ $# -gt 0 ]; then exec npx vitest run "$@"; fi
npm run check
npm run build
npm run check:package
npx vitest run
