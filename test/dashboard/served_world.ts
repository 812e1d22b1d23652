import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type RunningServer, serve } from "../../adapters/node.ts";
import { launch } from "../browser.ts";
import { type DashboardWorld, openDashboardWorld } from "./dashboard_world.ts";

/** A page and the errors in its console. */
export interface OpenedPage {
  page: Page;
  complaints: string[];
  /** Opens a page of the organization "acme". */
  goTo: (path: string) => ReturnType<Page["goto"]>;
}

/** A served world and a browser. */
export interface ServedWorld {
  browser: Browser;
  server: RunningServer;
  world: DashboardWorld;
}

/** Opens a page and signs a user in with a link: the owner of "acme" by default. */
export async function openSignedIn(
  served: ServedWorld,
  options: BrowserContextOptions = {},
  userId: string = served.world.owner.userId,
): Promise<OpenedPage> {
  const page = await (await served.browser.newContext(options)).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await signInWith(page, served, userId);
  expect(await page.textContent("h1")).toBe("Overview");
  return { page, complaints, goTo: (path) => page.goto(`${served.server.url}/dashboard/o/acme${path}`) };
}

/** Signs a user in with a link. */
export async function signInWith(page: Page, { server, world }: ServedWorld, userId: string): Promise<void> {
  const { token } = await world.api.sessions.createLink(userId);
  await page.goto(world.dashboard.signInUrl(token, server.url));
  await page.click("main button");
  await page.waitForURL(/\/o\/acme$/);
}

/** Signs a new editor in, in a new tab of a browser. */
export async function signInEditor(context: BrowserContext, served: ServedWorld): Promise<Page> {
  const { users } = served.world.api;
  const { id } = await users.create({ name: "Bob" });
  await users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
  const page = await context.newPage();
  await signInWith(page, served, id);
  return page;
}

/** Serves a world's API and dashboard over HTTP. */
export async function serveWorld(
  { api, dashboard }: Pick<DashboardWorld, "api" | "dashboard">,
  port = 0,
): Promise<RunningServer> {
  const handler: typeof api.handler = (context) =>
    dashboard.isAt(context.request.url) ? dashboard.handler(context) : api.handler(context);
  return serve({ handler }, { port });
}

/** Provides a served world for every test of a suite, and a shared browser, whose pages are closed after the test. */
export function useServedWorld(apiOptions: Parameters<typeof openDashboardWorld>[1] = {}): () => ServedWorld {
  let browser: Browser;
  let served: ServedWorld;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    const world = await openDashboardWorld({}, apiOptions);
    served = { browser, world, server: await serveWorld(world) };
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await served.server.close();
  });
  return () => served;
}
