import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "../../adapters/node.ts";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type MailMessage, type PublicApi } from "../../lib/mod.ts";
import { isSkipped, launch } from "../browser.ts";
import { expectAccessible } from "../dashboard/axe.ts";
import { looksOf } from "../dashboard/looks.ts";
import { serveWorld } from "../dashboard/served_world.ts";
import { freePort } from "../free_port.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { memoryDriver } from "../slow_memory.ts";

/** A server that mails links to itself, and a page of a browser. */
interface OpenedServer {
  api: PublicApi;
  page: Page;
  /** The address of the dashboard. */
  root: string;
  /** Returns the link of the last mail, after the mails have arrived. */
  mailed: (count: number) => Promise<string>;
  code: () => Promise<string>;
}

/** State of the pages outside of any organization, with a function that opens them. The states follow each other. */
const states: readonly [name: string, open: (opened: OpenedServer) => Promise<unknown>][] = [
  ["the first run", async ({ page, root, code }) => page.goto(`${root}/first-run?code=${await code()}`)],
  [
    "the first run with errors",
    async ({ page }) => {
      await fill(page, { code: "wrong", organization: "Acme", name: "Ada", email: "ada@acme.example" });
      await page.click("main button");
    },
  ],
  [
    "a new server",
    async ({ page, code }) => {
      await page.fill("#code", await code());
      await page.click("main button");
      await page.waitForURL(/\/o\/acme$/);
    },
  ],
  ["the user's organizations", async ({ page, root }) => page.goto(`${root}/organizations`)],
  ["a new organization", async ({ page }) => page.click("text=New organization")],
  [
    "a new organization with errors",
    async ({ page }) => {
      await fill(page, { name: "Other", siteUrl: "https://other.example", slug: "acme" });
      await page.click("main form button");
    },
  ],
  ["the user's sessions", async ({ page, root }) => page.goto(`${root}/sessions`)],
  [
    "an invitation by mail",
    async ({ page, root }) => {
      await page.goto(`${root}/o/acme/settings/members/invite`);
      await page.fill("#email", "nora@acme.example");
      await page.click("main form .main-action");
      await page.waitForSelector("text=The mail was sent");
    },
  ],
  [
    "the sign-in",
    async ({ page, root }) => {
      await page.context().clearCookies();
      await page.goto(`${root}/sign-in`);
    },
  ],
  [
    "a requested link",
    async ({ page }) => {
      await page.fill("#email", "ada@acme.example");
      await page.click("main button");
      await page.waitForSelector("text=a link is on its way");
    },
  ],
  ["a mailed link", async ({ page, mailed }) => page.goto(await mailed(2))],
  ["a link that is over", async ({ page, root }) => page.goto(`${root}/sign-in?token=none`)],
  ["an invitation that is over", async ({ page, root }) => page.goto(`${root}/join?token=none`)],
  ["the link of an invitation", async ({ page, mailed }) => page.goto(await mailed(1))],
  [
    "a member without an address",
    async ({ api, page, root }) => {
      const { id } = await api.users.create({ name: "Bob" });
      await api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
      const { token } = await api.sessions.createLink(id);
      await page.goto(`${root}/sign-in?token=${token}`);
      await page.click("main button");
      await page.goto(`${root}/email-address`);
    },
  ],
  [
    "an address with an error",
    async ({ page }) => {
      await page.fill("#email", "bob@localhost..");
      await page.evaluate(() => document.querySelector("main form")?.setAttribute("novalidate", ""));
      await page.click("main form button");
      await page.waitForSelector("[role=alert]");
    },
  ],
  [
    "a requested proof",
    async ({ page }) => {
      await page.fill("#email", "bob@acme.example");
      await page.click("main form button");
      await page.waitForSelector("text=on its way to");
    },
  ],
  ["the link of a proof", async ({ page, mailed }) => page.goto(await mailed(3))],
  [
    "a proved address",
    async ({ page }) => {
      await page.click("main form button");
      await page.waitForSelector("text=The address of your account is");
    },
  ],
];

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`#${name}`, value);
}

describe.skipIf(isSkipped)("the pages of people in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  async function openServer(options: BrowserContextOptions): Promise<OpenedServer> {
    const mails: MailMessage[] = [];
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    let notify = (): void => undefined;
    const mail = (message: MailMessage): void => {
      mails.push(message);
      notify();
    };
    const api = createPublicApi({ storage: memoryDriver(), mail });
    const server: RunningServer = await serveWorld(
      { api, dashboard: createDashboard(api, { origin: url }) },
      port,
    );
    releaseAfterUse(() => server.close());
    const context = await browser.newContext(options);
    releaseAfterUse(() => context.close());
    return {
      api,
      page: await context.newPage(),
      root: `${url}/dashboard`,
      mailed: async (count) => {
        while (mails.length < count) await new Promise<void>((resolve) => (notify = resolve));
        return /http:\S+/.exec(mails[count - 1]?.text ?? "")?.[0] ?? "";
      },
      code: async () => (await (await api.people()).firstRun.createCode())?.code ?? "",
    };
  }

  const looks = looksOf(
    "light",
    "light, at 375 px",
    "dark",
    "dark, at 375 px",
    "in forced colors",
    "at a zoom of 200%",
  );
  it.each(looks)("fit, and have no axe violations: %s", async (_name, options) => {
    // axe needs scripts, which the policy of the pages refuses.
    const opened = await openServer({ ...options, bypassCSP: true });
    for (const [name, open] of states) {
      await open(opened);
      await expectAccessible(opened.page, name);
    }
  });

  it("work without JavaScript, and say which fields a browser may fill", async () => {
    const opened = await openServer({ javaScriptEnabled: false });
    const filled = new Map<string, string>();
    for (const [name, open] of states) {
      await open(opened);
      for (const field of await opened.page.locator("main.alone input:not([type=hidden])").all())
        filled.set(
          `${name}: ${await field.getAttribute("name")}`,
          (await field.getAttribute("autocomplete")) ?? "",
        );
    }
    expect(Object.fromEntries([...filled].filter(([, autocomplete]) => autocomplete !== "off"))).toEqual({
      "the first run: organization": "organization",
      "the first run: siteUrl": "url",
      "the first run: name": "name",
      "the first run: email": "email",
      "the first run with errors: organization": "organization",
      "the first run with errors: siteUrl": "url",
      "the first run with errors: name": "name",
      "the first run with errors: email": "email",
      "the sign-in: email": "email",
      "the link of an invitation: name": "name",
      "a member without an address: email": "email",
      "an address with an error: email": "email",
    });
  });
});
