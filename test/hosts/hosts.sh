# The hosts of run_generated_apps.sh: their pages, commands, and the columns of the table.
all_hosts=(next astro sveltekit nuxt react_router express fastify fastify_cli koa hono hattip node workers bun deno)

page_of() {
  case "$1" in
    next) echo nextjs ;;
    fastify_cli) echo fastify ;;
    workers) echo cloudflare_workers ;;
    *) echo "$1" ;;
  esac
}

title_of() {
  case "$1" in
    next) echo Next.js ;;
    astro) echo Astro ;;
    sveltekit) echo SvelteKit ;;
    nuxt) echo Nuxt ;;
    react_router) echo React Router ;;
    workers) echo Cloudflare Workers ;;
    hattip) echo HatTip ;;
    fastify_cli) echo Fastify ;;
    *) echo "${1^}" ;;
  esac
}

generator_of() {
  case "$1" in
    next) versioned create-next-app ;;
    astro) of_template create-astro ;;
    sveltekit) versioned sv ;;
    nuxt) of_template create-nuxt ;;
    react_router) versioned create-react-router ;;
    fastify_cli) versioned fastify-cli ;;
    bun) echo '`bun init`' ;;
    deno) if [ -n "$install_lines" ]; then echo '`deno add`'; else echo '`npm install`'; fi ;;
    *) echo '`npm init`' ;;
  esac
}

# With a folder of templates, the generator itself does not run.
of_template() {
  if [ -n "${POSTERN_TEMPLATES:-}" ]; then echo "template in place of \`$1\`"; else versioned "$1"; fi
}

versioned() { echo "\`$1\` $(npm view "$1" version)"; }

framework_of() {
  case "$1" in
    sveltekit) version_of @sveltejs/kit ;;
    react_router) version_of react-router ;;
    fastify_cli) version_of fastify ;;
    hattip) version_of @hattip/router ;;
    workers) echo "wrangler $(version_of wrangler)" ;;
    node | bun | deno) echo "" ;;
    *) version_of "$1" ;;
  esac
}

runtime_of() {
  case "$1" in
    bun) echo "Bun $(bun --version)" ;;
    deno) deno --version | sed -n '1s/deno \([0-9.]*\).*/Deno \1/p' ;;
    workers) echo "workerd $(version_of workerd)" ;;
    *) echo "Node $(node --version | tr -d v)" ;;
  esac
}

# Paths of the pages that the generator made, or that the page's server has.
own_page_of() {
  case "$1" in
    express | fastify | koa | hono | hattip | node | bun | workers | deno) echo /about ;;
    *) echo / ;;
  esac
}

# Numbers of the checks that a host cannot pass. docs/hosts/README.md has the reasons.
exceptions_of() {
  case "$1" in
    hattip | sveltekit | react_router) echo 6 ;;
    node) echo 20,21 ;;
    bun | deno) echo 14,20,21 ;;
    workers) echo 14 ;;
  esac
}

# Replaces `npm init` by a generator that the page does not use.
with_generator() {
  if [ "$host" != fastify_cli ]; then cat; return; fi
  sed 's|^npm init.*|npx fastify-cli generate my-site --esm; cd my-site; npm install|; /^npm pkg/d'
}

# Moves the lines of the page's `server.js` into the app that fastify-cli made.
mount_in_fastify_cli() {
  sed -i '/^import Fastify/d; /^app.get/d; /^app.post/d; /^await app.listen/d; /^export/d; /^const app/d' server.js
  local imports mount
  imports="$(grep '^import' server.js)" mount="$(grep '^app' server.js)"
  { echo 'import fp from "fastify-plugin";'; echo "$imports"; cat app.js; } > server.js
  sed -i "s|^export default async function (fastify, opts) {|async function start(fastify, opts) {\n  const app = fastify;\n$mount|" server.js
  # fastify-cli keeps the hooks of `app.js` from other paths, unless its export is a plugin of fastify-plugin.
  echo 'export default fp(start);' >> server.js
  mv server.js app.js
}

# Gives the generators their templates from a folder, if there is one.
with_templates() {
  if [ -z "${POSTERN_TEMPLATES:-}" ]; then cat; return; fi
  case "$host" in
    astro) sed "s|^npm create astro.*|cp -r '$POSTERN_TEMPLATES/astro' my-site; npm install --prefix my-site|" ;;
    nuxt) sed "s|^npm create nuxt.*|cp -r '$POSTERN_TEMPLATES/nuxt' my-site; npm install --prefix my-site|" ;;
    react_router) sed "s|^npx create-react-router.*|& --template '$POSTERN_TEMPLATES/react-router'|" ;;
    *) cat ;;
  esac
}

# Creates the content and an owner, builds the app, starts it, and waits for its post.
seed_and_start() {
  if [ "$host" = workers ]; then start_worker; return; fi
  local start
  start="$(commands 'Create the content')"
  if [ "$host" = fastify_cli ]; then start="${start/node server.js/FASTIFY_PORT=3000 npm start}"; fi
  printf 'set -e\n%s\n' "$(sed '$d' <<< "$start")" > ../prepare.sh
  bash ../prepare.sh > ../seed.log 2>&1 || { cat ../seed.log; return 1; }
  PROBE_KEY="$(sed -n 's/^API key: //p' ../seed.log)"
  if [ "$host" != deno ]; then
    bash -ec "$(commands 'Create an owner' nextjs)" | tee ../link.log
    PROBE_LINK="$(grep -o 'http[^ ]*token=[^ ]*' ../link.log)"
  fi
  start_app "$(tail -1 <<< "$start")" > ../server.log 2>&1 &
  server=$!
  wait_for_post
}

start_worker() {
  start_app "$(commands 'Start the Worker')" > ../server.log 2>&1 &
  server=$!
  curl --silent --output /dev/null --retry 60 --retry-all-errors --retry-delay 1 "http://127.0.0.1:$port/"
  local created
  created="$(curl --silent --request POST --header 'authorization: Bearer for-the-trial' "http://127.0.0.1:$port/seed")"
  PROBE_KEY="$(sed -n 's/^API key: //p' <<< "$created")"
  PROBE_LINK="$(sed -n 's/^Dashboard: //p' <<< "$created")"
  wait_for_post
}
