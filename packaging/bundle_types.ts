import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { entries } from "./entries.ts";
import { isExternal } from "./is_external.ts";

/** The plugin warns of types that an entry uses and does not export. These are internal. */
const expected = "still references private shared type exports";

/** Bundles the declarations that `tsc` wrote to `built`. Declarations that entries share are in `types/`. */
export async function bundleTypes(built: string, directory: string): Promise<void> {
  const input = Object.entries(entries).map(([name, source]): [string, string] => [
    name,
    `${built}/${source.replace(/\.ts$/, ".d.ts")}`,
  ]);
  const bundle = await rollup({
    input: Object.fromEntries(input),
    plugins: [dts()],
    external: isExternal,
    onwarn: ({ message }) => {
      if (!message.includes(expected)) throw new Error(`Cannot bundle the types: ${message}`);
    },
  });
  await bundle.write({
    dir: directory,
    format: "esm",
    entryFileNames: "[name].d.ts",
    chunkFileNames: ({ name }) => `types/${name.replace(/\.d$/, "")}.d.ts`,
    minifyInternalExports: false,
  });
  await bundle.close();
}
