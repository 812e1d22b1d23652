import { permissionsOfRole } from "../../../lib/access/mod.ts";
import {
  type AdminActor,
  createPublicApi,
  type PublicApi,
  type RecordDamagedEvent,
  type User,
} from "../../../lib/mod.ts";
import type { MediaStore } from "../../../lib/media/mod.ts";
import { given } from "../../../lib/base/given.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { cliTextWorker } from "./cli_text_worker.ts";
import { openStorage, withStorage } from "./open_storage.ts";
import { printable } from "../frame/output/printable.ts";
import { type WebhookFlags, webhookOptionsOf } from "./webhook_arguments.ts";

/** The settings that {@link withApi} reads. Commands without the settings of webhooks send none. */
export interface ApiSettings extends WebhookFlags {
  storage: string;
  "base-path"?: string | undefined;
  "api-origin"?: string | undefined;
  /** Opens the media store, after the store. Default: the command needs no files. */
  openMedia?: () => Promise<MediaStore | undefined>;
}

/** Opens the store that a command names, runs the command, and closes the store. */
export async function withApi<Result>(
  { storage: setting, openMedia, ...flags }: ApiSettings,
  use: (api: PublicApi) => Promise<Result>,
  open: typeof openStorage = openStorage,
): Promise<Result> {
  return withStorage(await open(setting), async (storage) => {
    const media = await openMedia?.();
    const api = createPublicApi({
      storage,
      textWorker: cliTextWorker(),
      basePath: flags["base-path"] ?? "",
      ...webhookOptionsOf(flags),
      ...given({ apiOrigin: flags["api-origin"], media }),
      hooks: { "record.damaged": warnOfDamage },
    });
    try {
      return await use(api);
    } finally {
      await api.events.settle();
    }
  });
}

function warnOfDamage({ error }: RecordDamagedEvent): void {
  console.error(`postern: ${printable(error.message)}. The record is left out`);
}

/** Like `withApi`, with the organization that a command names, or the store's only organization. */
export async function withOrganization<Result>(
  args: ApiSettings & { org?: string | undefined },
  use: (api: PublicApi, organizationSlug: string) => Promise<Result>,
  open?: typeof openStorage,
): Promise<Result> {
  return withApi(args, async (api) => use(api, await findOrganization(api, args.org)), open);
}

async function findOrganization(api: PublicApi, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    await requireOrganization(api, named);
    return named;
  }
  const slugs: string[] = [];
  for await (const { slug } of api.organizations.iterate()) {
    slugs.push(slug);
    if (slugs.length > 1) break;
  }
  const [only, second] = slugs;
  if (only === undefined)
    throw new CliError('The store has no organization. Create one with "postern org create"');
  if (second === undefined) return only;
  throw new UsageError("The store has several organizations. Name one with --org");
}

/** @throws {CliError} when there is no organization with the slug */
export async function requireOrganization(api: PublicApi, slug: string): Promise<void> {
  if ((await api.organizations.get(slug)) !== null) return;
  throw new CliError(`There is no organization "${slug}". List all with "postern org list"`);
}

/** Returns the operator of the command line, who may do everything in the organization. */
export function operatorOf(organizationSlug: string): AdminActor {
  return { userId: "", organizationSlug, permissions: permissionsOfRole.owner };
}

/** Returns the user with an id, or with an email address that no other user has. */
export async function findUser(api: PublicApi, named: string): Promise<User> {
  const byId = await api.users.get(named);
  if (byId !== null) return byId;
  const found = await api.users.findByEmail(named);
  const [user] = found;
  if (user === undefined)
    throw new CliError(`There is no user "${named}". List all with "postern user list"`);
  if (found.length === 1) return user;
  const ids = found.map(({ id }) => id).join(", ");
  throw new CliError(
    `Several users have the address "${named}". Name one of ${ids}, or merge them with "postern user merge"`,
  );
}

/** Parses a whole number from the command line. */
export function toInteger(flag: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} must be a whole number, and is "${text}"`);
}

/** Splits a list at its commas. */
export function toList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
