import type { AdminActor, OrganizationOfUser } from "../api/mod.ts";
import type { DashboardUser } from "./dashboard_options.ts";
import { type DashboardDeps, type Frame, type Listed, mostInvitations, type Visitor } from "./visit.ts";

/** Maximum number of organizations in the switcher. */
const mostListed = 20;

/** The organizations that a request can need. They are read together, and do not depend on one another. */
export interface Places {
  /** The requested organization with the actor in it. Null if the user is not a member of it. */
  requested: Promise<OrganizationOfUser | null>;
  listed: Promise<Listed>;
  /** Slug of the organization that the user opened last, if the storage holds the memberships. */
  last: Promise<string | undefined>;
}

/**
 * Starts to read the organization that a path names, and those of the switcher. The time does not depend on the number of organizations.
 * The result is only for an active user, whose session may be verified at the same time.
 *
 * @param slug slug of the requested organization, or undefined
 * @param only slug of the only organization that the session opens, or undefined
 */
export function placesOf(
  { id, organizations }: Pick<DashboardUser, "id" | "organizations">,
  slug: string | undefined,
  { api, options }: DashboardDeps,
  only?: string,
): Places {
  const isActive = options.identify === undefined;
  const found = new Map<string, Promise<OrganizationOfUser | null>>();
  const find = async (wanted: string): Promise<OrganizationOfUser | null> => {
    const place = found.get(wanted) ?? api.admin.organizationOf(id, wanted, { isActive });
    found.set(wanted, place);
    return place;
  };
  if (organizations !== undefined) {
    const isKnown = organizations.some((one) => one.slug === slug);
    const listed = {
      organizations: organizations.slice(0, mostListed),
      hasMore: organizations.length > mostListed,
    };
    return {
      requested: isKnown && slug !== undefined ? find(slug) : Promise.resolve(null),
      listed: Promise.resolve(listed),
      last: Promise.resolve(undefined),
    };
  }
  if (only !== undefined) {
    const own = find(only);
    const listed = own.then(onlyOf);
    listed.catch(() => undefined);
    return { requested: slug === only ? own : Promise.resolve(null), listed, last: Promise.resolve(only) };
  }
  // A damaged organization is left out, so that the pages of the others are shown.
  const findListed = async (wanted: string): Promise<OrganizationOfUser | null> =>
    api.admin.unlessDamaged(find(wanted));
  const last = api.admin.lastOrganizationOf(id);
  const requested = slug === undefined ? Promise.resolve(null) : find(slug);
  const places = {
    requested,
    last,
    listed: listPlaces(api.admin.organizationsOf(id, { limit: mostListed }, find), last, findListed),
  };
  // The request may end before it needs them.
  for (const place of Object.values(places)) place.catch(() => undefined);
  return places;
}

function onlyOf(found: OrganizationOfUser | null): Listed {
  return { organizations: found === null ? [] : [found.organization], hasMore: false };
}

async function listPlaces(
  page: ReturnType<DashboardDeps["api"]["admin"]["organizationsOf"]>,
  last: Promise<string | undefined>,
  find: (slug: string) => Promise<OrganizationOfUser | null>,
): Promise<Listed> {
  const findLast = async (): Promise<OrganizationOfUser | null> => {
    const slug = await last;
    return slug === undefined ? null : find(slug);
  };
  const [{ organizations, next }, first] = await Promise.all([page, findLast()]);
  const others = organizations.filter(({ organization }) => organization.slug !== first?.organization.slug);
  return {
    organizations: [...(first === null ? [] : [first]), ...others].map(({ organization }) => organization),
    hasMore: next !== null,
  };
}

/** Reads the frame of a page, and stores the organization as the last that the user opened. */
export async function readFrame(
  { listed, last }: Places,
  { visitor, actor, isNow }: { visitor: Visitor; actor: AdminActor; isNow: boolean },
  { api }: DashboardDeps,
): Promise<Frame> {
  const countInvitations = async (): Promise<number> => {
    const { user, stored } = visitor;
    const query = { most: mostInvitations + 1, ...(stored !== undefined && { user: stored }) };
    return (await api.invitations.allOfUser(user.id, query)).length;
  };
  const rememberLast = async (): Promise<void> => {
    if ((await last) !== actor.organizationSlug) await api.admin.setLastOrganization(actor);
  };
  const [shown, invitations] = await Promise.all([
    listed,
    isNow ? countInvitations() : 0,
    isNow && rememberLast(),
  ]);
  return { ...shown, invitations };
}
