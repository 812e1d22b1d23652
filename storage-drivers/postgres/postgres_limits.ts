import type { StoreLimits } from "../../lib/store/mod.ts";

/** An entry of a PostgreSQL index has at most 2,704 bytes. */
export const postgresLimits: StoreLimits = { store: "PostgreSQL", addressBytes: 2600 };
