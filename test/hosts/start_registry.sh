# Starts a registry on this machine that passes on to npm, and publishes Postern and create-postern to it. Sourced by run_generated_apps.sh and
# run_created_apps.sh.
mkdir "$folder/registry"
echo '{ "private": true, "overrides": { "node-fetch": "2.7.0" } }' > "$folder/registry/package.json"
npm install --prefix "$folder/registry" --silent verdaccio@6.1
registry_port=$((4800 + RANDOM % 100))
cat > "$folder/registry/config.yaml" <<END
storage: $folder/registry/storage
uplinks:
  npm:
    url: $(npm config get registry)
    maxage: 60m
packages:
  "{,create-}postern":
    access: \$all
    publish: \$all
  "**":
    access: \$all
    proxy: npm
log: { type: stdout, level: error }
END
node "$folder/registry/node_modules/verdaccio/bin/verdaccio" --config "$folder/registry/config.yaml" --listen "127.0.0.1:$registry_port" > "$folder/registry.log" 2>&1 &
registry=$!
export npm_config_registry="http://127.0.0.1:$registry_port/" NPM_CONFIG_REGISTRY="http://127.0.0.1:$registry_port/" BUN_CONFIG_REGISTRY="http://127.0.0.1:$registry_port/"
echo "//127.0.0.1:$registry_port/:_authToken=any" > "$folder/npmrc"
curl --silent --output /dev/null --retry 30 --retry-all-errors --retry-delay 1 "$npm_config_registry"
for package in "$tarball" "$root/packaging/create-postern"; do
  npm publish --silent --ignore-scripts --userconfig "$folder/npmrc" "$package"
done
