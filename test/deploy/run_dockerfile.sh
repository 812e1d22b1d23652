#!/usr/bin/env bash
# Runs the RUN lines of deploy/Dockerfile in a directory with Debian, and starts the server there as the image does: as the user 65532, on a
# read-only root, with its ENV, ENTRYPOINT and CMD. It needs root, debootstrap and bundle/ (npm run build). Node and npm are those of this machine,
# in place of the images. The package is this repository's.
set -euo pipefail
cd "$(dirname "$0")/../.."
dockerfile="$PWD/deploy/Dockerfile"
root="$(mktemp --directory --tmpdir="${TMPDIR:-/tmp}")"
server=""
finish() {
  if [ -n "$server" ]; then kill "$server" 2> /dev/null || true; fi
  for place in data dev proc .; do umount --lazy "$root/root/$place" 2> /dev/null || true; done
  rm --recursive --force --one-file-system "$root"
}
trap finish EXIT
fail() {
  echo "$1" >&2
  exit 1
}

debootstrap --variant=minbase --include=ca-certificates bookworm "$root/root" > "$root/debootstrap.log" || fail "debootstrap failed: $(tail -3 "$root/debootstrap.log")"
mkdir --parents "$root/root/nodejs/bin" "$root/root/usr/local/lib/node_modules"
cp "$(readlink --canonicalize "$(command -v node)")" "$root/root/usr/local/bin/node"
cp --recursive "$(npm root --global)/npm" "$root/root/usr/local/lib/node_modules/"
ln --symbolic ../lib/node_modules/npm/bin/npm-cli.js "$root/root/usr/local/bin/npm"
ln --symbolic /usr/local/bin/node "$root/root/nodejs/bin/node"
cp /etc/resolv.conf /etc/hosts "$root/root/etc/"
# This machine may trust further authorities.
cp /etc/ssl/certs/ca-certificates.crt "$root/root/etc/ssl/certs/"
npm pack --silent --ignore-scripts --pack-destination "$root/root" > /dev/null
package="$(basename "$root"/root/postern-*.tgz)"
npm config get registry > "$root/registry"
mount --bind /dev "$root/root/dev"
mount -t proc proc "$root/root/proc"

mkdir --parents "$root/root/app"
grep '^RUN ' "$dockerfile" | sed 's/^RUN //' | while IFS= read -r line; do
  echo "RUN $line"
  chroot "$root/root" /usr/bin/env --chdir=/app POSTERN="/$package" npm_config_registry="$(cat "$root/registry")" \
    NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS:-}" /bin/sh -ec "$line"
done
chown 65532:65532 "$root/root/data"
umount "$root/root/dev" "$root/root/proc"

# ENV, ENTRYPOINT and CMD of the image.
mapfile -t environment < <(sed -n 's/^ENV //p' "$dockerfile" | tr ' ' '\n')
mapfile -t entrypoint < <(sed -n 's/^ENTRYPOINT //p' "$dockerfile" | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).join("\n")')
mapfile -t command < <(sed -n 's/^CMD //p' "$dockerfile" | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).join("\n")')
mapfile -t check < <(sed -n 's/^HEALTHCHECK .* CMD //p' "$dockerfile" | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).join("\n")')
port="$(node -e 'const server = require("net").createServer().listen(0, () => { console.log(server.address().port); server.close(); })')"

# The root is read-only. The volume is not.
mv "$root/root/data" "$root/data" && mkdir "$root/root/data"
mount --bind "$root/root" "$root/root"
mount -o remount,ro,bind "$root/root"
mount --bind "$root/data" "$root/root/data"
mount --bind /dev "$root/root/dev"
mount -t proc proc "$root/root/proc"
run() { exec chroot --userspec=65532:65532 "$root/root" /usr/bin/env --chdir=/app "${environment[@]}" POSTERN_HOST=127.0.0.1 POSTERN_PORT="$port" "$@"; }
if chroot --userspec=65532:65532 "$root/root" /bin/sh -c 'echo > /app/file' 2> /dev/null; then fail "The root can be written"; fi
(run "${entrypoint[@]}" org create acme --name Acme --site-url https://acme.example)
run "${entrypoint[@]}" "${command[@]}" > "$root/server.log" 2>&1 &
server=$!
for attempt in $(seq 100); do
  if (run "${check[@]/127.0.0.1:3000/127.0.0.1:$port}") 2> /dev/null; then break; fi
  [ "$attempt" -lt 100 ] || fail "The server is not healthy: $(cat "$root/server.log")"
  sleep 0.2
done
curl --silent --fail "http://127.0.0.1:$port/api/public/v1/post/acme" | grep --quiet '"posts"' || fail "The server has no posts"
kill -TERM "$server"
wait "$server" || fail "The server ended with $?: $(cat "$root/server.log")"
server=""
echo "The image would start, serve and stop."
