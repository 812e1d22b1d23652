import { rolldown } from "rolldown";
import { hostFile } from "./start_host.ts";

/** Bundles a script of `hosts/` with its imports as one module. Returns the code and the names of its exports. */
export async function bundleHost(name: string): Promise<{ code: string; exports: string[] }> {
  const bundle = await rolldown({
    input: hostFile(name),
    platform: "neutral",
    // The SDK of OpenTelemetry needs these modules of Node, which workerd has.
    external: ["async_hooks", "events"],
    resolve: { mainFields: ["module", "main"] },
  });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  return output[0];
}
