/** The API that the hosts of this folder mount at `/content`. Their pages in `docs/hosts/` store it in LMDB. */
import { createPublicApi } from "postern";
import { memoryDriver } from "postern/storage-drivers/memory";

export const api = createPublicApi({ storage: memoryDriver(), basePath: "/content" });
