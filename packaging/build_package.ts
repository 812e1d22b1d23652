import { rmSync } from "node:fs";
import { bundleCode } from "./bundle_code.ts";
import { bundleThread } from "./bundle_thread.ts";
import { bundleTypes } from "./bundle_types.ts";

const directory = "bundle";

/** Bundles what npm publishes. `tsc` must have written `dist/` before. */
rmSync(directory, { recursive: true, force: true });
await Promise.all([bundleCode(directory), bundleThread(directory), bundleTypes("dist", directory)]);
