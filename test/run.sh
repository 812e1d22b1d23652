#!/bin/sh
# Runs the checks and the tests of `npm test`; with arguments, only the tests whose path contains an argument: npm test -- sitemap
set -e
if [ $# -gt 0 ]; then exec npx vitest run "$@"; fi
npm run check
npm run build
npx vitest run
