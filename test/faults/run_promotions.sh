#!/bin/sh
# Promotes a standby of PostgreSQL under load, with each kind of replication, and prints the admitted requests and the losses.
# For a run by hand: test/faults/run_promotions.sh [ROUNDS]. It needs dist/ and postgresql, and takes two minutes for a round.
set -eu
cd "$(dirname "$0")/../.."
POSTERN_PROMOTIONS=${1:-5} npx vitest run test/faults/promotion.test.ts --maxWorkers=1 --disable-console-intercept
