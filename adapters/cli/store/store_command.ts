import type { PublicApi } from "../../../lib/mod.ts";
import type { MediaStore } from "../../../lib/media/mod.ts";
import type { ArgumentDefinitions, Arguments } from "../frame/arguments/argument_definition.ts";
import { type CliCommand, cliCommand, type CommandTexts, type WithJson } from "../frame/cli_command.ts";
import type { openStorage } from "./open_storage.ts";
import { organizationArguments, storeArguments } from "./store_arguments.ts";
import { type ApiSettings, withApi, withOrganization } from "./with_api.ts";

/** The definition of a command that uses a store. */
interface StoreCommandParts<Own, Settings, Context extends { args: unknown }> extends CommandTexts {
  args?: Own;
  /** Settings that are listed after those of the store. */
  settings?: Settings;
  /** Opens the store. Default: {@link openStorage}. */
  open?: typeof openStorage;
  /** Opens the media store after the store. Default: the command needs no files. */
  openMedia?: (args: Context["args"]) => Promise<MediaStore | undefined>;
  run: (context: Context) => Promise<void>;
}

type Values<Own, Common, Settings> = Arguments<WithJson<Own & Common & Settings>>;

/** Defines a command that uses a store: {@link cliCommand} with the arguments of the store and its API. */
export function storeCommand<
  const Own extends ArgumentDefinitions = typeof storeArguments,
  const Settings extends ArgumentDefinitions = typeof storeArguments,
>({
  args,
  settings,
  open,
  openMedia,
  run,
  ...texts
}: StoreCommandParts<
  Own,
  Settings,
  { api: PublicApi; args: Values<Own, typeof storeArguments, Settings> }
>): CliCommand {
  return cliCommand({
    ...texts,
    args: { ...args, ...storeArguments, ...settings },
    run: async ({ args: values }) =>
      withApi(withMedia(values, openMedia), async (api) => run({ api, args: values as never }), open),
  });
}

/** Defines a command for one organization: a {@link storeCommand} that also accepts `--org`. */
export function organizationCommand<
  const Own extends ArgumentDefinitions = typeof storeArguments,
  const Settings extends ArgumentDefinitions = typeof storeArguments,
>({
  args,
  settings,
  open,
  openMedia,
  run,
  ...texts
}: StoreCommandParts<
  Own,
  Settings,
  { api: PublicApi; organizationSlug: string; args: Values<Own, typeof organizationArguments, Settings> }
>): CliCommand {
  return cliCommand({
    ...texts,
    args: { ...args, ...organizationArguments, ...settings },
    run: async ({ args: values }) =>
      withOrganization(
        withMedia(values, openMedia),
        async (api, organizationSlug) => run({ api, organizationSlug, args: values as never }),
        open,
      ),
  });
}

function withMedia(
  values: unknown,
  openMedia: ((args: never) => Promise<MediaStore | undefined>) | undefined,
): ApiSettings {
  const settings = values as ApiSettings;
  return openMedia === undefined
    ? settings
    : { ...settings, openMedia: async () => openMedia(values as never) };
}
