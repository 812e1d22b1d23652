import { storageForms } from "./open_storage.ts";
import { asSettings } from "./settings.ts";

interface StringArgument<Default extends string | undefined> {
  type: "string";
  description: string;
  default: Default;
}

/** The arguments of every command that uses a store. */
export const storeArguments: {
  storage: StringArgument<string>;
  config: { type: "string"; description: string };
} = {
  ...asSettings({
    storage: {
      type: "string",
      description: `Where the data is: ${storageForms}`,
      default: "lmdb:.postern/data",
    },
  }),
  config: {
    type: "string",
    description: "Configuration file (default: $POSTERN_CONFIG, or postern.config.ts, .mjs, .js or .json)",
  },
};

/** The arguments of every command that works on one organization. */
export const organizationArguments: typeof storeArguments & { org: { type: "string"; description: string } } =
  {
    ...storeArguments,
    ...asSettings({
      org: {
        type: "string",
        description: "Slug of the organization (default: the only one of the store)",
      },
    }),
  };

/** The argument of the commands that print an address of the dashboard. */
export const originArgument: { origin: StringArgument<string> } = asSettings({
  origin: {
    type: "string",
    description: "Where browsers see the server",
    default: "http://127.0.0.1:3000",
  },
});
