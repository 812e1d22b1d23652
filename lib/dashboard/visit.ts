import type { User } from "../access/mod.ts";
import { type AdminActor, canPublish, canWrite } from "../api/mod.ts";
import type { PreparedResponse } from "../http/mod.ts";
import type { CustomField, StoredPost } from "../content/mod.ts";
import type { FormProblem } from "./form/form_problem.ts";
import type { UploadSlots } from "./form/upload_slots.ts";
import type { DashboardApi, DashboardUser, ResolvedDashboardOptions } from "./dashboard_options.ts";

/** Maximum number of invitations to a user that are counted and shown. */
export const mostInvitations = 25;

/** The data around every page of an organization. */
export interface Frame extends Listed {
  /** Number of pending invitations to the user, at most one more than {@link mostInvitations}. */
  invitations: number;
}

/** The organizations of the switcher. */
export interface Listed {
  /** The last opened organization comes first, but the host's own list keeps its order. */
  organizations: readonly { slug: string; name: string }[];
  /** True if the user has further organizations. */
  hasMore: boolean;
}

/** Dependencies of the pages. */
export interface DashboardDeps {
  api: DashboardApi;
  options: ResolvedDashboardOptions;
  uploads: UploadSlots;
}

/** A signed-in user. */
export interface Visitor {
  user: DashboardUser;
  /** The user's record, unless the host has signed the user in. */
  stored?: User;
  /** A secret in the user's browser that pages of other sites cannot read. The form token derives from it. */
  secret: string;
  /** Slug of the only organization that the session opens. Default: all organizations of the user. */
  only?: string | undefined;
  /** `Set-Cookie` header with the secret, if the browser has none yet. */
  cookie?: string;
}

/** A request by a signed-in user to a page outside of any organization. */
export interface PersonalVisit extends DashboardDeps {
  request: Request;
  user: DashboardUser;
  /** The user's record, unless the host has signed the user in. */
  stored: User | undefined;
  /** Slug of the only organization that the session opens. Undefined if it opens all organizations of the user. */
  only: string | undefined;
  /** Token in every form that changes data. */
  formToken: string;
  /** Fields of the sent form; empty for a GET. */
  form: FormData;
}

/** A request to a page of an organization, by a user who may open it. */
export interface Visit extends PersonalVisit {
  url: URL;
  /** The path's parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** The active organization, named in the path. */
  organization: { slug: string; name: string; postFields?: readonly CustomField[] };
  actor: AdminActor;
  /** The data around the page, which is read while the page is read. */
  frame: Promise<Frame>;
}

/** Creates the response to a visit. */
export type PageHandler = (visit: Visit) => Promise<PreparedResponse>;

/** A page and the handler of its forms. */
export interface DashboardRoute {
  /** Path below the dashboard, such as `{organization}/posts/{slug}`. */
  path: string;
  GET?: PageHandler;
  /** True if an open page requests it on a timer. These requests do not extend the session. */
  isPolled?: boolean;
  POST?: PageHandler;
  /**
   * Shows the form again with its entered text. Browsers send a form with this handler in parts, because its texts or its small file can be longer
   * than `formLimits.urlencodedBytes`. Its text is not lost when the session ends: it is shown again after the sign-in, and nothing is written before.
   * Default: the form is short, and it is refused without the session's token.
   */
  showAgain?: (visit: Visit, problem: FormProblem) => Promise<PreparedResponse>;
  /** True if the handler of the form reads it by `useUploadForm`, because it can be large. */
  hasUpload?: boolean;
}

/** True if a visitor may change the fields of a post beside its text, or delete it. A draft is changed by everybody who may write it. */
export function mayChange({ actor }: Pick<Visit, "actor">, post: StoredPost): boolean {
  return canPublish(actor, post) || (post.status === "draft" && canWrite(actor, post));
}

/** True if a visitor may publish own posts. */
export function publishesOwn({ actor }: Pick<Visit, "actor">): boolean {
  return canPublish(actor, { createdBy: actor.userId });
}

/** Returns the path of a page of the active organization. */
export function pathTo(
  { options, organization }: Pick<Visit, "options" | "organization">,
  page: string,
): string {
  const root = `${options.basePath}/o/${encodeURIComponent(organization.slug)}`;
  return page === "" ? root : `${root}/${page}`;
}
