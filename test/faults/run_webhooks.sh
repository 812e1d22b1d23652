#!/bin/bash
# Makes many changes in three processes, kills a process every some seconds, and checks the events that a flaky receiver got.
# For a run by hand: test/faults/run_webhooks.sh [CHANGES] [SECONDS BETWEEN KILLS] [STORES]. It needs bundle/, redis-server and PostgreSQL.
set -eu
cd "$(dirname "$0")/../.."
export POSTERN_STORM_CHANGES=${1:-10000}
export POSTERN_STORM_SECONDS=${2:-20}
export POSTERN_STORM_STORES=${3:-lmdb,redis,postgres}
exec npx vitest run test/faults/webhooks.test.ts --maxWorkers=1
