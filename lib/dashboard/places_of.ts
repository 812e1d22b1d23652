import type { AdminActor } from "../api/mod.ts";
import type { DashboardUser } from "./dashboard_options.ts";
import type { DashboardDeps, Visit } from "./visit.ts";

/** An organization of a user. For organizations that the host names, only the requested organization's actor is looked up. */
interface Place {
  organization: Visit["organization"];
  actor?: AdminActor;
}

/** The organizations that a request can need. */
interface Places {
  /** The requested organization. Undefined if the user is not a member of it. */
  requested: Place | undefined;
  /** The organizations of the switcher. The last opened organization comes first, but the host's own list keeps its order. */
  listed: readonly Visit["organization"][];
  /** True if the user has further organizations. */
  hasMore: boolean;
  /** Slug of the organization that the user opened last, if the storage holds the memberships. */
  last?: string | undefined;
}

/** Maximum number of organizations in the switcher. */
const mostListed = 20;

/** Reads the organization that a path names, and those of the switcher. The time does not depend on the number of organizations. */
export async function placesOf(
  { id, organizations }: DashboardUser,
  slug: string | undefined,
  { api }: DashboardDeps,
): Promise<Places> {
  if (organizations !== undefined) {
    const organization = organizations.find((one) => one.slug === slug);
    return {
      requested: organization && { organization },
      listed: organizations.slice(0, mostListed),
      hasMore: organizations.length > mostListed,
    };
  }
  const [page, last] = await Promise.all([
    api.admin.organizationsOf(id, { limit: mostListed }),
    api.admin.lastOrganizationOf(id),
  ]);
  const find = async (wanted: string | undefined): Promise<Place | undefined> =>
    wanted === undefined
      ? undefined
      : (page.organizations.find(({ organization }) => organization.slug === wanted) ??
        (await api.admin.organizationOf(id, wanted)) ??
        undefined);
  const [requested, opened] = await Promise.all([find(slug), slug === last ? undefined : find(last)]);
  const first = slug === last ? requested : opened;
  const others = page.organizations.filter(({ organization }) => organization.slug !== last);
  return {
    requested,
    listed: [...(first === undefined ? [] : [first]), ...others].map(({ organization }) => organization),
    hasMore: page.next !== null,
    last,
  };
}
