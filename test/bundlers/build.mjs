// Builds a server with a bundler: node build.mjs BUNDLER FORMAT ENTRY FILE. Each has the settings that its guide shows for a server of Node.
import { execFileSync } from "node:child_process";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const [, , bundler, format, entry, file] = process.argv;
const folder = dirname(file);
const isModule = format === "esm";

/** Returns the configuration of webpack, which Rspack also takes. */
function webpackConfiguration() {
  return {
    mode: "production",
    target: "node20",
    entry,
    experiments: { outputModule: isModule },
    output: {
      path: folder,
      filename: basename(file),
      ...(isModule && { module: true, library: { type: "module" } }),
    },
  };
}

function compile(compiler) {
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error ?? stats.hasErrors()) reject(error ?? new Error(stats.toString("errors-only")));
      else resolve();
    });
  });
}

async function writeBundle(building, options) {
  const bundle = await building;
  await bundle.write({ file, format, ...options });
  await bundle.close();
}

const builds = {
  async webpack() {
    const { default: webpack } = await import("webpack");
    await compile(webpack(webpackConfiguration()));
  },
  async rspack() {
    const { rspack } = await import("@rspack/core");
    await compile(rspack(webpackConfiguration()));
  },
  async esbuild() {
    const { build } = await import("esbuild");
    // Packages in CommonJS need `require`, which modules lack.
    const js = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
    const banner = isModule ? { js } : {};
    await build({ entryPoints: [entry], bundle: true, platform: "node", format, outfile: file, banner });
  },
  async rollup() {
    const { rollup } = await import("rollup");
    const { default: commonjs } = await import("@rollup/plugin-commonjs");
    const { default: json } = await import("@rollup/plugin-json");
    const { default: nodeResolve } = await import("@rollup/plugin-node-resolve");
    const plugins = [nodeResolve({ preferBuiltins: true }), commonjs(), json()];
    await writeBundle(rollup({ input: entry, plugins, onwarn: () => undefined }), {
      inlineDynamicImports: true,
    });
  },
  async rolldown() {
    const { rolldown } = await import("rolldown");
    await writeBundle(rolldown({ input: entry, platform: "node", logLevel: "silent" }), {
      codeSplitting: false,
    });
  },
  async vite() {
    const { build } = await import("vite");
    const output = { entryFileNames: basename(file), format, codeSplitting: false };
    const options = { ssr: entry, outDir: folder, rollupOptions: { output } };
    await build({ configFile: false, logLevel: "error", build: options, ssr: { noExternal: true } });
  },
  async parcel() {
    const { Parcel } = await import("@parcel/core");
    const parcel = new Parcel({
      entries: entry,
      defaultConfig: fileURLToPath(import.meta.resolve("@parcel/config-default")),
      shouldDisableCache: true,
      mode: "production",
      targets: {
        server: {
          context: "node",
          distDir: folder,
          distEntry: basename(file),
          engines: { node: ">=20" },
          includeNodeModules: true,
          outputFormat: isModule ? "esmodule" : "commonjs",
        },
      },
    });
    await parcel.run();
  },
  async bun() {
    const bun = new URL("../runtimes/programs/node_modules/.bin/bun", import.meta.url).pathname;
    execFileSync(bun, ["build", entry, "--target=node", `--format=${format}`, `--outfile=${file}`]);
  },
};

await builds[bundler]();
