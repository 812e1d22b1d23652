import { onFirstUse } from "../../base/first_use.ts";
import type * as parts from "./host_parts.ts";

/** The parts that only a host's source needs. */
export type HostParts = typeof parts;

/** Loads the parts in a single file. */
export const loadHostParts: () => Promise<HostParts> = onFirstUse(() => import("./host_parts.ts"));
