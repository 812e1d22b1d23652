import type { ResolvedOptions } from "../../options.ts";
import type { Documentation } from "./documentation_port.ts";

/** Returns a function that loads the documentation on the first request for it: other requests do without its code. */
export function loadDocumentation(options: ResolvedOptions): () => Promise<Documentation> {
  let loaded: Promise<Documentation> | undefined;
  return () => (loaded ??= load(options));
}

async function load(options: ResolvedOptions): Promise<Documentation> {
  const { createDocumentation } = await import("./documentation.ts");
  return createDocumentation(options);
}
