import { type TextFlag, text } from "../frame/arguments/argument_definition.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { storageForms } from "./open_storage.ts";

/** Arguments of every command that uses a store. */
export const storeArguments: { storage: TextFlag & { default: string }; config: TextFlag } = {
  ...asSettings(
    { storage: text(`Location of the data: ${storageForms}`, "lmdb:.postern/data") },
    // The location may have a password.
    { storage: { isInFile: true } },
  ),
  config: text("Configuration file (default: $POSTERN_CONFIG, or postern.config.ts, .mjs, .js or .json)"),
};

/** Arguments of every command for one organization. */
export const organizationArguments: typeof storeArguments & { org: TextFlag } = {
  ...storeArguments,
  ...asSettings({ org: text("Slug of the organization (default: the store's only organization)") }),
};
