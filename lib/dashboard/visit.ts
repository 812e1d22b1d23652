import type { AdminActor } from "../admin/mod.ts";
import type { PreparedResponse } from "../exchange/mod.ts";
import type { DashboardApi, DashboardUser, ResolvedDashboardOptions } from "./dashboard_options.ts";

/** What the pages work with. */
export interface DashboardDeps {
  api: DashboardApi;
  options: ResolvedDashboardOptions;
}

/** Someone who is signed in. */
export interface Visitor {
  user: DashboardUser;
  /** What the user's browser keeps, and no other page can read: the form token is made of it. */
  secret: string;
  /** Sets the cookie that holds the secret, where the browser has none yet. */
  cookie?: string;
}

/** A request to a page outside of any organization, by a user who is signed in. */
export interface PersonalVisit extends DashboardDeps {
  request: Request;
  user: DashboardUser;
  /** Stands in every form that changes something. */
  formToken: string;
  /** The fields of the form that was sent; empty for a GET. */
  form: FormData;
}

/** A request to a page of an organization, by someone who may be there. */
export interface Visit extends PersonalVisit {
  url: URL;
  /** The path's parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** The organization that is active: the one in the path. */
  organization: { slug: string; name: string };
  /** All organizations of the user. */
  organizations: readonly { slug: string; name: string }[];
  actor: AdminActor;
  /** Number of pending invitations to the user. */
  invitations: number;
}

/** Answers a visit. */
export type PageHandler = (visit: Visit) => Promise<PreparedResponse>;

/** A page, and what its forms do. */
export interface DashboardRoute {
  /** Under the path of the organization: `posts/{slug}`. */
  path: string;
  GET?: PageHandler;
  /** Whether an open page asks for it by itself: that keeps nobody signed in. */
  isPolled?: boolean;
  POST?: PageHandler;
}

/** The path of a page of the active organization. */
export function pathTo(
  { options, organization }: Pick<Visit, "options" | "organization">,
  page: string,
): string {
  const root = `${options.basePath}/o/${encodeURIComponent(organization.slug)}`;
  return page === "" ? root : `${root}/${page}`;
}
