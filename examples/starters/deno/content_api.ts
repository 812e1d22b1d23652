import { createPublicApi } from "postern";
import { denoKvDriver } from "postern/storage-drivers/deno-kv";

export const api = createPublicApi({ storage: denoKvDriver({ kv: await Deno.openKv("content.db") }) });
