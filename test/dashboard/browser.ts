import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { type RunningServer, serve } from "../../adapters/node.ts";
import { inOrder } from "../../adapters/standalone/in_order.ts";
import type { DashboardWorld } from "./dashboard_world.ts";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** Whether the tests with a browser are skipped: never in CI. */
export const isSkipped: boolean = !existsSync(executablePath) && process.env["CI"] === undefined;
if (isSkipped) {
  console.warn(`No browser at ${executablePath}: install Debian's "chromium", or set CHROMIUM_PATH`);
}

export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** A page, and what its console said that it should not have. */
export interface OpenedPage {
  page: Page;
  complaints: string[];
  close: () => Promise<void>;
}

/** Opens a page, and signs a user in by a link, as a person does. */
export async function openSignedIn(
  { browser, server, world }: { browser: Browser; server: RunningServer; world: DashboardWorld },
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
  return serve({ handler: inOrder(api.handler, dashboard.handler) }, { port: 0 });
}
