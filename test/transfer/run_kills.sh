#!/bin/bash
# Kills import, export, migrate and media copy in the middle, again and again, over a large store, and looks whether running
# them again completes them. For a run by hand: test/transfer/run_kills.sh [POSTS] [KILLS] [FILES]. It needs dist/ and redis-server.
set -u
posts=${1:-50000}
kills=${2:-10}
files=${3:-5000}
records=$((posts + files + 1))
here=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
cd "$folder" || exit 1
redis-server --port 6390 --bind 127.0.0.1 --save '' >/dev/null &
target=$!
trap 'kill $target; rm -rf "$folder"' EXIT

postern() {
  node "$here/dist/adapters/cli/main.js" "$@"
}

# Runs a command and kills it after 0.3 to 8 seconds, as often as asked; says how often it was in the middle.
kill_often() {
  local middle=0
  for _ in $(seq "$kills"); do
    node "$here/dist/adapters/cli/main.js" "$@" </dev/stdin >/dev/null 2>&1 &
    local command=$!
    sleep "$((RANDOM % 8)).$((RANDOM % 7 + 3))"
    kill -9 "$command" 2>/dev/null
    wait "$command" 2>/dev/null
    [ $? -eq 137 ] && middle=$((middle + 1))
  done
  echo "$1 $2: killed $middle times in the middle"
}

expect() {
  if [ "$2" = "$3" ]; then echo "ok      $1"; else echo "FAILED  $1: $2, not $3" && status=1; fi
}

status=0
node "$here/test/transfer/large_export.mjs" "$posts" "$files" files >in.ndjson

# By the standard input, which is not looked through before: so the kills are while it writes.
kill_often import - --storage lmdb:data <in.ndjson
postern import in.ndjson --storage lmdb:data 2>/dev/null
again=$(postern import in.ndjson --storage lmdb:data 2>/dev/null)
expect "import, run again" "${again%% (*}" "created 0, updated 0, unchanged $records"

kill_often export --storage lmdb:data --out out.ndjson
if [ -e out.ndjson ]; then
  expect "an export that is there is whole" "$(tail -1 out.ndjson)" "$(tail -1 in.ndjson)"
fi
postern export --storage lmdb:data --out out.ndjson 2>/dev/null
expect "lines of the export" "$(wc -l <out.ndjson)" "$(wc -l <in.ndjson)"

kill_often migrate lmdb:data redis://127.0.0.1:6390
migrated=$(postern migrate lmdb:data redis://127.0.0.1:6390 2>/dev/null)
echo "$migrated"
expect "migrate, run again" "${migrated##*; }" "compared $records: both stores hold the same records"

# A copy is quick, so each kill waits for its share of the files.
copied_files() { find copied/acme -type f 2>/dev/null | wc -l; }
for kill in $(seq "$kills"); do
  node "$here/dist/adapters/cli/main.js" media copy fs:files fs:copied >/dev/null 2>&1 &
  command=$!
  until [ "$(copied_files)" -ge $((files * kill / (kills + 1))) ] || ! kill -0 "$command" 2>/dev/null; do :; done
  kill -9 "$command" 2>/dev/null && echo "media copy: killed after $(copied_files) of $files files"
  wait "$command" 2>/dev/null
done
postern media copy fs:files fs:copied
again=$(postern media copy fs:files fs:copied)
expect "media copy, run again" "${again%%. *}" "Copied 0 files of 0 bytes; $files were already there"
expect "bytes that differ" "$(diff -rq files/acme copied/acme | wc -l)" 0
found=$(postern doctor --deep --port 0 --storage lmdb:data --media-store fs:copied)
expect "doctor" "$(grep -cE '^ok +(records|media)' <<<"$found")" 2
exit $status
