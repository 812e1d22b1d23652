import { storageForms } from "./open_storage.ts";
import { asSettings } from "../frame/arguments/settings.ts";

interface StringArgument<Default extends string | undefined> {
  type: "string";
  description: string;
  default: Default;
}

/** Arguments of every command that uses a store. */
export const storeArguments: {
  storage: StringArgument<string>;
  config: { type: "string"; description: string };
} = {
  ...asSettings(
    {
      storage: {
        type: "string",
        description: `Location of the data: ${storageForms}`,
        default: "lmdb:.postern/data",
      },
    },
    // The location may have a password.
    { storage: { isInFile: true } },
  ),
  config: {
    type: "string",
    description: "Configuration file (default: $POSTERN_CONFIG, or postern.config.ts, .mjs, .js or .json)",
  },
};

/** Arguments of every command for one organization. */
export const organizationArguments: typeof storeArguments & { org: { type: "string"; description: string } } =
  {
    ...storeArguments,
    ...asSettings({
      org: {
        type: "string",
        description: "Slug of the organization (default: the store's only organization)",
      },
    }),
  };
