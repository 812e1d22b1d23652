import { expect } from "vitest";
import type { Role } from "../../lib/mod.ts";
import { createDashboard, type Dashboard, type DashboardOptions } from "../../lib/dashboard/mod.ts";
import { type AdminWorld, openAdminWorld } from "../admin/admin_world.ts";

/** The two organizations of the admin API tests, with their dashboard. */
export interface DashboardWorld extends AdminWorld {
  dashboard: Dashboard;
}

/** Fields of a form, by name. */
export type SentFields = Record<string, string | File>;

/** A signed-in user with the browser's cookie. */
export interface SignedIn {
  userId: string;
  cookie: string;
  /** The token in all of the user's forms. */
  formToken: string;
}

export const origin = "http://localhost";

export async function openDashboardWorld(
  options: DashboardOptions = {},
  apiOptions: Parameters<typeof openAdminWorld>[0] = {},
): Promise<DashboardWorld> {
  const world = await openAdminWorld(apiOptions);
  return { ...world, dashboard: createDashboard(world.api, options) };
}

/** Sends a request to the dashboard. A body is sent as a form. */
export async function visit(
  { dashboard }: Pick<DashboardWorld, "dashboard">,
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
  return dashboard.handler({
    request: new Request(`${origin}/dashboard${path}`, init),
    ip: "192.0.2.1",
    platform: undefined,
    env: () => undefined,
    passThrough: () => undefined,
    waitUntil: () => undefined,
  });
}

/** Returns the body of a form. With a file or a long text it is sent as `multipart/form-data`. */
function bodyOf(form: SentFields): FormData | URLSearchParams {
  const fields = Object.entries(form);
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  const length = texts.reduce((sum, [, text]) => sum + text.length, 0);
  if (texts.length === fields.length && length < 100_000) return new URLSearchParams(texts);
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return body;
}

/** Returns name and value of the cookie that a response sets. */
export function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Signs a user in with a link. */
export async function signIn(
  world: Pick<DashboardWorld, "api" | "dashboard">,
  userId: string,
): Promise<SignedIn> {
  const { token } = await world.api.sessions.createLink(userId);
  const response = await visit(world, "/sign-in", { form: { token } });
  expect(response.status).toBe(303);
  const cookie = cookieOf(response);
  return { userId, cookie, formToken: await formTokenOf(world, cookie) };
}

/** Creates a member of "acme" and signs them in. */
export async function signInAs(world: DashboardWorld, role: Role): Promise<SignedIn> {
  const { id } = await world.api.users.create({ name: "Ann" });
  await world.api.users.addToOrganization(id, { organizationSlug: "acme", role });
  return signIn(world, id);
}

/** Returns the token in the forms of a session. */
export async function formTokenOf(world: Pick<DashboardWorld, "dashboard">, cookie: string): Promise<string> {
  const page = await (await visit(world, "/o/acme", { cookie })).text();
  return /name="form-token" value="(\w+)"/.exec(page)?.[1] ?? "";
}

/** Sends a form of a session. */
export async function send(
  world: DashboardWorld,
  { cookie, formToken }: Pick<SignedIn, "cookie" | "formToken">,
  [path, fields]: [path: string, fields: SentFields],
): Promise<Response> {
  return visit(world, path, { cookie, form: { "form-token": formToken, ...fields } });
}
