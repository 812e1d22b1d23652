import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type RunningServer, serve } from "../../adapters/node.ts";
import { launch } from "../browser.ts";
import { type DashboardWorld, openDashboardWorld } from "./dashboard_world.ts";

/** A page and the errors in its console. */
export interface OpenedPage {
  page: Page;
  complaints: string[];
  close: () => Promise<void>;
}

/** A served world and a browser. */
export interface ServedWorld {
  browser: Browser;
  server: RunningServer;
  world: DashboardWorld;
}

/** Opens a page and signs a user in with a link. */
export async function openSignedIn(
  { browser, server, world }: ServedWorld,
  userId: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const { token } = await world.api.sessions.createLink(userId);
  await page.goto(world.dashboard.signInUrl(token, server.url));
  await page.click("main button");
  await page.waitForURL(/\/o\/acme$/);
  expect(await page.textContent("h1")).toBe("Overview");
  return { page, complaints, close: () => context.close() };
}

/** Serves a world's API and dashboard over HTTP. */
export async function serveWorld({ api, dashboard }: DashboardWorld): Promise<RunningServer> {
  const handler: typeof api.handler = (context) =>
    dashboard.isAt(context.request.url) ? dashboard.handler(context) : api.handler(context);
  return serve({ handler }, { port: 0 });
}

/** Provides a served world for every test of a suite, and a shared browser. The world is ready when the test starts. */
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
  afterEach(() => served.server.close());
  return () => served;
}
