/** Deno with Deno KV as storage. To run it, see docs/hosts/deno.md. */
import { createPublicApi } from "postern";
import { denoKvDriver } from "postern/storage-drivers/deno-kv";

const kv = await Deno.openKv("content.db");
export const api = createPublicApi({ storage: denoKvDriver({ kv }), basePath: "/content" });
