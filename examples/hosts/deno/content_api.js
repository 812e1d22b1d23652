/** Deno, with the storage of Deno KV. Run as docs/hosts/deno.md says. */
import { createPublicApi } from "postern";
import { denoKvDriver } from "postern/storage-drivers/deno-kv";

const kv = await Deno.openKv("content.db");
export const api = createPublicApi({ storage: denoKvDriver({ kv }), basePath: "/content" });
