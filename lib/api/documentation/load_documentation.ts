import { onFirstUse } from "../../base/first_use.ts";
import type { ApiOptions } from "../api_options.ts";
import type { Documentation } from "./documentation_port.ts";

const load = onFirstUse(() => import("./documentation.ts"));

/** Returns a function that loads the documentation on the first request for it. A failed load is tried again. */
export function loadDocumentation(options: ApiOptions): () => Promise<Documentation> {
  let documentation: Documentation | undefined;
  return async () => {
    const { createDocumentation } = await load();
    return (documentation ??= createDocumentation(options));
  };
}
