import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { postern, startNode, type StartedProcess } from "../adapters/start_process.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { findingsOf } from "./axe.ts";
import { isSkipped, launch } from "../browser.ts";
import { client, listenAsProvider, type TestProvider } from "./openid_provider.ts";

/** A store with a user "Ada", created as an operator does. */
async function seed(storage: string): Promise<void> {
  const driver = await openStorageDriver(storage);
  const api = createPublicApi({ storage: driver });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id } = await api.users.create({ name: "Ada", email: "ada@acme.example" });
  await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
  await driver.dispose?.();
}

describe.skipIf(isSkipped)("in a browser, postern serve signs users in by an OpenID provider", () => {
  const { path: directory, remove } = temporaryDirectory();
  let provider: TestProvider;
  let server: StartedProcess;
  let browser: Browser;
  let url = "";

  beforeAll(async () => {
    const storage = `fs:${join(directory, "store")}`;
    await seed(storage);
    provider = await listenAsProvider();
    server = startNode(
      [postern, "serve", "--storage", storage, "--port", "0", "--oidc-issuer", provider.issuer],
      {
        cwd: directory,
        env: {
          POSTERN_OIDC_CLIENT_ID: client.id,
          POSTERN_OIDC_CLIENT_SECRET: client.secret,
          POSTERN_OIDC_NAME: "Acme ID",
        },
      },
    );
    [, url = ""] = await server.waitFor(/at (http:\S+?)\/api\/public\/v1/);
    provider.start(`${url}/dashboard/sign-in/openid-connect/callback`);
    provider.accounts.set("ada", { email: "ada@acme.example", email_verified: true });
    provider.accounts.set("eve", { email: "eve@evil.example", email_verified: true });
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await provider.close();
    remove();
  });

  const open = async (options: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }> => {
    const page = await (await browser.newContext(options)).newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.location().url.startsWith(url) && message.type() !== "log") complaints.push(message.text());
    });
    // The provider's page requests a font.
    await page.route("https://**", (route) => route.abort());
    await page.goto(`${url}/dashboard`);
    return { page, complaints };
  };

  const signInAs = async (page: Page, name: string): Promise<void> => {
    await page.click("text=Sign in with Acme ID");
    await page.fill("[name=login]", name);
    await page.fill("[name=password]", "x");
    await page.click("[type=submit]");
    await page.waitForURL(`${url}/**`);
  };

  it.each<[how: string, options: BrowserContextOptions]>([
    ["as it is", {}],
    ["without JavaScript, on a phone", { javaScriptEnabled: false, viewport: { width: 375, height: 700 } }],
  ])("%s", async (_how, options) => {
    const { page, complaints } = await open(options);
    expect(page.url()).toBe(`${url}/dashboard/sign-in`);
    await signInAs(page, "ada");
    expect([page.url(), await page.textContent("h1")]).toEqual([`${url}/dashboard/o/acme`, "Overview"]);
    if (await page.isVisible("text=Menu")) await page.click("text=Menu");
    await page.click("details.account summary");
    await page.click("text=Sign out >> nth=0");
    await page.waitForURL(`${url}/dashboard/sign-in`);
    await page.goto(`${url}/dashboard/o/acme`);
    expect(page.url()).toBe(`${url}/dashboard/sign-in`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("and shows a reason to refused users", async () => {
    const { page } = await open({ bypassCSP: true });
    expect(await findingsOf(page)).toEqual([]);
    await signInAs(page, "eve");
    expect(await page.textContent("[role=alert]")).toContain("Ask an administrator to invite you");
    await page.context().clearCookies();
    await page.click("text=Go to the sign-in page");
    await page.click("text=Sign in with Acme ID");
    await page.click("text=Cancel");
    await page.waitForURL(`${url}/**`);
    expect(await page.textContent("[role=alert]")).toContain("you canceled the sign-in there");
    await page.context().close();
    expect(server.output()).toMatch(/"\/dashboard\/sign-in\/openid-connect\/callback\?\[redacted\]"/);
    expect(server.output()).not.toMatch(/code=|state=/);
  });
});
