import { expect } from "vitest";
import { createDashboard, type Dashboard, type DashboardOptions } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type MailMessage, type PublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import { cookieOf, type SentFields, sessionOf, type SignedIn, visit } from "../dashboard/dashboard_world.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";

/** A dashboard on a store that takes time to answer, with the mail that it sends. */
export interface PeopleWorld {
  api: PublicApi;
  dashboard: Dashboard;
  clock: ManualClock;
  mails: MailMessage[];
  errors: unknown[];
}

/** Origin of links in mails. The requests of the tests go to another. */
export const mailOrigin = "http://cms.example";

/** Opens a dashboard over an empty store. */
export function openPeople(
  options: DashboardOptions = {},
  apiOptions: Partial<PublicApiOptions> = {},
): PeopleWorld {
  const [clock, mails, errors]: [ManualClock, MailMessage[], unknown[]] = [new ManualClock(), [], []];
  const api = createPublicApi({
    storage: memoryDriver({ clock }),
    clock,
    onError: (error) => void errors.push(error),
    ...apiOptions,
  });
  return { api, dashboard: createDashboard(api, options), clock, mails, errors };
}

/** Opens a dashboard that mails links. */
export function openWithMail(apiOptions: Partial<PublicApiOptions> = {}): PeopleWorld {
  const mails: MailMessage[] = [];
  const world = openPeople(
    { origin: mailOrigin },
    { mail: (message) => void mails.push(message), ...apiOptions },
  );
  return { ...world, mails };
}

/** Creates an organization with an owner, and returns the owner's ID. */
export async function addOrganization({ api }: Pick<PeopleWorld, "api">, slug: string): Promise<string> {
  await api.organizations.create({ slug, name: slug.toUpperCase(), siteUrl: `https://${slug}.example` });
  const { id } = await api.users.create({ name: `Owner of ${slug}`, email: `owner@${slug}.example` });
  await api.users.addToOrganization(id, { organizationSlug: slug, role: "owner" });
  return id;
}

/** Returns the link in a text, as a path below the dashboard. */
export function linkIn(text: string): string {
  const link = /https?:\/\/[^/\s"]+\/dashboard(\/[\w-]+\?token=\w+)/.exec(text.replaceAll("&amp;", "&"))?.[1];
  if (link === undefined) throw new Error(`This text has no link: ${text}`);
  return link;
}

/** Opens a link in a new browser, and sends its form. */
export async function follow(
  world: Pick<PeopleWorld, "dashboard">,
  link: string,
  fields: SentFields = {},
): Promise<Response> {
  const page = await visit(world, link);
  const [path = "", token = ""] = link.split("?token=");
  return visit(world, path, { cookie: cookieOf(page), form: { token, ...fields } });
}

/** Returns the session that a response starts. */
export async function startedBy(
  world: Pick<PeopleWorld, "dashboard">,
  response: Response,
  page: string,
): Promise<SignedIn> {
  expect(response.status).toBe(303);
  return sessionOf(world, "", cookieOf(response), page);
}
