import { createPublicApi, type PublicApi, type RecordDamagedEvent, type User } from "../../lib/mod.ts";
import { CliError, UsageError } from "./cli_error.ts";
import { openStorage } from "./open_storage.ts";
import { printable } from "./printable.ts";

/** Opens the store that a command names, lets the command use it, and closes it. */
export async function withApi<Result>(
  { storage: setting }: { storage: string },
  use: (api: PublicApi) => Promise<Result>,
  open: typeof openStorage = openStorage,
): Promise<Result> {
  const storage = await open(setting);
  try {
    return await use(createPublicApi({ storage, hooks: { recordDamaged: warnOfDamage } }));
  } finally {
    await storage.dispose?.();
  }
}

function warnOfDamage({ error }: RecordDamagedEvent): void {
  console.error(`postern: ${printable(error.message)}; it is left out`);
}

/** Like `withApi`, with the organization that a command names, or the only one of the store. */
export async function withOrganization<Result>(
  args: { storage: string; org?: string | undefined },
  use: (api: PublicApi, organizationSlug: string) => Promise<Result>,
  open?: typeof openStorage,
): Promise<Result> {
  return withApi(args, async (api) => use(api, await findOrganization(api, args.org)), open);
}

async function findOrganization(api: PublicApi, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    if ((await api.organizations.get(named)) !== null) return named;
    throw new CliError(`There is no organization "${named}": "postern org list" lists them`);
  }
  const slugs: string[] = [];
  for await (const { slug } of api.organizations.list()) {
    slugs.push(slug);
    if (slugs.length > 1) break;
  }
  const [only, second] = slugs;
  if (only === undefined)
    throw new CliError('The store has no organization: make one with "postern org create"');
  if (second === undefined) return only;
  throw new UsageError("Name the organization with --org: the store has more than one");
}

/** Returns the user of an id, or of an email address that no other user has. */
export async function findUser(api: PublicApi, named: string): Promise<User> {
  const byId = await api.users.get(named);
  if (byId !== null) return byId;
  const found = await api.users.findByEmail(named);
  const [user] = found;
  if (user === undefined) throw new CliError(`There is no user "${named}": "postern user list" lists them`);
  if (found.length === 1) return user;
  const ids = found.map(({ id }) => id).join(", ");
  throw new CliError(
    `Several users have the address "${named}": name one of ${ids}, or make them one by "postern user merge"`,
  );
}

/** A whole number from the command line. */
export function toInteger(flag: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} must be a whole number, and is "${text}"`);
}

/** The parts of a list that commas separate. */
export function toList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Fields from flags: those that were not given are left out. */
export function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
