import { createPublicApi } from "postern";
import { openStorageDriver } from "postern/storage-drivers";
import settings from "./postern.config.mjs";

export const api = createPublicApi({ storage: await openStorageDriver(settings.storage) });
