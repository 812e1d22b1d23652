/** The API that the hosts of this folder mount at `/content`. The pages in `docs/hosts/` use LMDB instead of memory. */
import { createPublicApi } from "postern";
import { memoryDriver } from "postern/storage-drivers/memory";

export const api = createPublicApi({ storage: memoryDriver(), basePath: "/content" });
