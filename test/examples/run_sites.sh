#!/usr/bin/env bash
# Builds a site with each framework of examples/hosts/ that needs a build, starts it, and runs built_site.test.ts on it.
# For a run by hand, on Node 22.22 or later: test/examples/run_sites.sh [FRAMEWORK]... It installs 1 GB from npm, and takes five minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
root="$PWD"
hosts="$root/examples/hosts"
sites=("$@")
if [ ${#sites[@]} -eq 0 ]; then sites=(next astro sveltekit react_router nuxt); fi
folder="$(mktemp -d)"
server=""
trap 'if [ -n "$server" ]; then kill "$server" || true; fi; rm -rf "$folder"' EXIT
npm run --silent build
npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
export CI=1 PORT=4321 HOST=127.0.0.1 ORIGIN=http://127.0.0.1:4321 BODY_SIZE_LIMIT=2M

# Installs packages beside Postern and LMDB, and copies the code of the example.
new_site() {
  npm install --no-audit --no-fund --silent --legacy-peer-deps "$folder"/postern-*.tgz lmdb "$@"
  npm pkg set type=module
  cp -r "$hosts/$site/." .
  cat > content_api.js <<'X'
import { createPublicApi } from "postern";
import { lmdbDriver } from "postern/storage-drivers/lmdb";

export const api = createPublicApi({ storage: lmdbDriver({ path: ".postern/data" }), basePath: "/content" });
X
  cp "$hosts/seed.js" .
}

build_next() {
  new_site next react react-dom
  echo 'export default ({ children }) => <html><body>{children}</body></html>;' > app/layout.jsx
  echo 'export default () => <h1>Home</h1>;' > app/page.jsx
  npx next build
}
start_next() { exec node node_modules/next/dist/bin/next start --hostname "$HOST" --port "$PORT"; }

build_astro() {
  new_site astro @astrojs/node
  cat > astro.config.mjs <<'X'
import node from "@astrojs/node";

export default { adapter: node({ mode: "standalone" }) };
X
  echo '<h1>Home</h1>' > src/pages/index.astro
  npx astro build
}
start_astro() { exec node dist/server/entry.mjs; }

build_sveltekit() {
  npx --yes sv create . --template minimal --types jsdoc --add sveltekit-adapter="adapter:node" --install npm
  new_site
  npm run build
}
start_sveltekit() { exec node build; }

build_react_router() {
  new_site react react-dom react-router @react-router/node @react-router/serve @react-router/dev isbot vite@7
  mkdir -p app/routes
  cat > app/root.jsx <<'X'
import { Outlet } from "react-router";

export default () => <html><body><Outlet /></body></html>;
X
  echo 'export default () => <h1>Home</h1>;' > app/routes/home.jsx
  cat > app/routes.ts <<'X'
import { index, route } from "@react-router/dev/routes";

export default [index("routes/home.jsx"), route("content/api/public/v1/*", "routes/content.js")];
X
  cat > vite.config.js <<'X'
import { reactRouter } from "@react-router/dev/vite";

export default { plugins: [reactRouter()] };
X
  npx react-router build
}
start_react_router() { exec node node_modules/@react-router/serve/bin.cjs build/server/index.js; }

build_nuxt() {
  new_site nuxt
  mkdir -p app
  echo 'export default { compatibilityDate: "2026-01-01" };' > nuxt.config.ts
  echo '<template><h1>Home</h1></template>' > app/app.vue
  npx nuxt build
}
start_nuxt() { exec node .output/server/index.mjs; }

for site in "${sites[@]}"; do
  echo "== $site"
  mkdir "$folder/$site"
  cd "$folder/$site"
  "build_$site" > ../build.log 2>&1 || { cat ../build.log; exit 1; }
  POSTERN_SITE_KEY="$(node seed.js | sed 's/API key: //')"
  export POSTERN_SITE_KEY POSTERN_SITE="$ORIGIN"
  node --input-type=module --eval 'const { api } = await import("./content_api.js"); await api.posts.create("acme", { name: "World", html: "<p>Round.</p>" });'
  ("start_$site") > ../server.log 2>&1 &
  server=$!
  curl --silent --output /dev/null --retry 20 --retry-connrefused --retry-delay 1 "$ORIGIN/"
  cd "$root"
  npx vitest run test/examples/built_site.test.ts
  kill "$server"
  wait "$server" || true
  server=""
done
