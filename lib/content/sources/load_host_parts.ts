import { onFirstUse } from "../../base/first_use.ts";

export type HostParts = typeof import("./host_parts.ts");

/** Loads the parts that only a host's source needs, in a single file. */
export const loadHostParts: () => Promise<HostParts> = onFirstUse(() => import("./host_parts.ts"));
