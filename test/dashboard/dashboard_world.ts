import { expect } from "vitest";
import type { Role } from "../../lib/mod.ts";
import { createDashboard, type Dashboard, type DashboardOptions } from "../../lib/dashboard/mod.ts";
import { type AdminWorld, openAdminWorld } from "../admin/admin_world.ts";

/** The two organizations of the admin API tests, with their dashboard. */
export interface DashboardWorld extends AdminWorld {
  dashboard: Dashboard;
}

/** Fields of a form, by name. A list sends its field several times. */
export type SentFields = Record<string, string | File | readonly string[]>;

/** A signed-in user with the browser's cookie. */
export interface SignedIn {
  userId: string;
  cookie: string;
  /** The token in all of the user's forms. */
  formToken: string;
  /** Returns the text of a page. */
  page: (path: string) => Promise<string>;
  /** Sends a form with the token. */
  send: (path: string, fields?: SentFields) => Promise<Response>;
}

export const origin = "http://localhost";

export async function openDashboardWorld(
  options: DashboardOptions = {},
  apiOptions: Parameters<typeof openAdminWorld>[0] = {},
): Promise<DashboardWorld> {
  const world = await openAdminWorld(apiOptions);
  return { ...world, dashboard: createDashboard(world.api, options) };
}

/** Opens a page of the dashboard, or sends a form. */
export async function visit(
  world: Pick<DashboardWorld, "dashboard">,
  path: string,
  {
    cookie,
    form,
    headers = {},
  }: { cookie?: string; form?: SentFields; headers?: Record<string, string> } = {},
): Promise<Response> {
  const sent: Record<string, string> = { ...headers };
  if (cookie !== undefined) sent["cookie"] = cookie;
  const init: RequestInit = { headers: sent };
  if (form !== undefined) Object.assign(init, { method: "POST", body: bodyOf(form) });
  return handle(world, new Request(`${origin}/dashboard${path}`, init));
}

/** Sends a request to the dashboard. */
export async function handle(
  { dashboard }: Pick<DashboardWorld, "dashboard">,
  request: Request,
): Promise<Response> {
  return dashboard.handler({
    request,
    ip: "192.0.2.1",
    platform: undefined,
    env: () => undefined,
    passThrough: () => undefined,
    waitUntil: () => undefined,
  });
}

/** Returns the body of a form. With a file or a long text it is sent as `multipart/form-data`. */
function bodyOf(form: SentFields): FormData | URLSearchParams {
  const fields = Object.entries(form).flatMap(([name, value]) =>
    (typeof value === "string" || value instanceof File ? [value] : value).map((one) => [name, one] as const),
  );
  const texts = fields.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const length = texts.reduce((sum, [, text = ""]) => sum + text.length, 0);
  if (texts.length === fields.length && length < 100_000) return new URLSearchParams(texts);
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return body;
}

/** Returns name and value of the cookie that a response sets. */
export function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Opens the page of a sign-in link, and sends its form. */
export async function sendLink(
  world: Pick<DashboardWorld, "dashboard">,
  token: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const page = await visit(world, `/sign-in?token=${token}`);
  return visit(world, "/sign-in", { form: { token }, cookie: cookieOf(page), headers });
}

/** Signs a user in with a link. The form token is that of a page that the user may open. */
export async function signIn(
  world: Pick<DashboardWorld, "api" | "dashboard">,
  userId: string,
  page?: string,
): Promise<SignedIn> {
  const { token } = await world.api.sessions.createLink(userId);
  const response = await sendLink(world, token);
  expect(response.status).toBe(303);
  return sessionOf(world, userId, cookieOf(response), page);
}

/** Returns the session of a cookie. */
export async function sessionOf(
  world: Pick<DashboardWorld, "dashboard">,
  userId: string,
  cookie: string,
  page = "/o/acme",
): Promise<SignedIn> {
  const formToken = formTokenIn(await (await visit(world, page, { cookie })).text());
  return {
    userId,
    cookie,
    formToken,
    page: async (path) => (await visit(world, path, { cookie })).text(),
    send: (path, fields = {}) => send(world, { cookie, formToken }, [path, fields]),
  };
}

/** Creates a member of "acme" and signs them in. */
export async function signInAs(world: DashboardWorld, role: Role): Promise<SignedIn> {
  const { id } = await world.api.users.create({ name: "Ann" });
  await world.api.users.addToOrganization(id, { organizationSlug: "acme", role });
  return signIn(world, id);
}

/** Opens a world, and signs in a new member of "acme". */
export async function openAs(
  role: Role,
  apiOptions: Parameters<typeof openDashboardWorld>[1] = {},
): Promise<{ world: DashboardWorld; visitor: SignedIn }> {
  const world = await openDashboardWorld({}, apiOptions);
  return { world, visitor: await signInAs(world, role) };
}

/** Returns the token in the forms of a page. */
export function formTokenIn(page: string): string {
  return /name="form-token" value="(\w+)"/.exec(page)?.[1] ?? "";
}

/** Checks the status of a response and a part of its text. Returns the text. */
export async function expectPage(response: Response, status: number, part: string): Promise<string> {
  const text = await response.text();
  expect([response.status, text]).toEqual([status, expect.stringContaining(part)]);
  return text;
}

/** Sends a form of a session. */
export async function send(
  world: Pick<DashboardWorld, "dashboard">,
  { cookie, formToken }: Pick<SignedIn, "cookie" | "formToken">,
  [path, fields]: [path: string, fields: SentFields],
): Promise<Response> {
  return visit(world, path, { cookie, form: { "form-token": formToken, ...fields } });
}
