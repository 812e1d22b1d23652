import { HtmlValidate } from "html-validate";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { isSkipped } from "../browser.ts";
import { expectAccessible, findingsOf, overflowOf } from "./axe.ts";
import type { DashboardWorld } from "./dashboard_world.ts";
import { looksOf } from "./looks.ts";
import { openSignedIn, useServedWorld } from "./served_world.ts";

const attack = `"'><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}`;

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    "long-title": "off",
    "no-trailing-whitespace": "off",
    "doctype-style": "off",
    "void-style": "off",
    // Checkboxes with the same name allow several choices.
    "form-dup-name": "off",
  },
});

/** The paths of all pages of an organization. */
function pagesOf({ owner, textId, viewerId, webhookId, mediaHash, invitationId }: DashboardWorld): string[] {
  return [
    "",
    "/posts",
    "/posts?search=nothing",
    "/posts?status=draft&tag=launch&section=News",
    "/posts/hello",
    "/posts/secret",
    "/posts/hello/edit",
    "/posts/secret/edit",
    "/posts/secret/edit/merge",
    "/posts/secret/working-copy/discard",
    "/posts/secret/schedule",
    "/posts/hello/revisions/1",
    "/posts/hello/delete",
    "/posts/secret/submission",
    "/submissions",
    "/submissions?state=sent-back",
    "/new-post",
    "/import-posts",
    "/import-posts/gone",
    "/setup",
    "/search",
    "/search?q=hell+why",
    "/search?q=nothing",
    "/insight",
    "/insight?days=7",
    "/pictures",
    "/pictures?search=nothing",
    `/pictures/${mediaHash}`,
    `/pictures/${mediaHash}/delete`,
    "/unsaved-texts",
    "/posts/hello/edit/markdown",
    "/knowledge-base",
    "/knowledge-base?search=nothing",
    "/knowledge-base/new",
    `/knowledge-base/${textId}`,
    `/knowledge-base/${textId}/delete`,
    "/settings/api-keys",
    "/settings/api-keys/new",
    "/settings/api-keys?view=ended&search=nothing",
    `/settings/api-keys/${owner.keyId}`,
    `/settings/api-keys/${owner.keyId}/roll`,
    `/settings/api-keys/${owner.keyId}/revoke`,
    "/settings/audit",
    `/settings/audit?kind=key&by=${owner.userId}`,
    "/settings/audit?kind=user",
    "/settings/export",
    "/settings/fields",
    "/settings/new-field",
    "/settings/fields/level",
    "/settings/fields/level/retire",
    "/settings/members",
    "/settings/members?search=nothing",
    "/settings/members/invite",
    `/settings/members/${viewerId}/sign-in-link`,
    `/settings/invitations/${invitationId}/link`,
    `/settings/members/${viewerId}/role`,
    `/settings/members/${viewerId}/remove`,
    "/settings/membership",
    "/settings/membership/leave",
    "/settings/organization?test=hello",
    "/settings/webhooks",
    "/settings/webhooks?search=nothing",
    "/settings/webhooks/new",
    `/settings/webhooks/${webhookId}`,
    `/settings/webhooks/${webhookId}?before=1`,
    `/settings/webhooks/${webhookId}/abandoned`,
    `/settings/webhooks/${webhookId}/roll`,
    `/settings/webhooks/${webhookId}/delete`,
    "/nothing",
  ];
}

/** Returns the size in bytes of a page and its resources, without frames and the scripts that are loaded after the page. */
async function weightOf(page: Page, html: string): Promise<number> {
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(
        ({ name }) => name.includes("/assets/") && !/\/(?:code_editor\.js|pictures\.(?:css|js))$/.test(name),
      )
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
  );
  return loaded + Buffer.byteLength(html);
}

/** Returns how much of the page has moved after it was first shown, as Chromium's layout shift score. */
async function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    async () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
          ),
        ).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(0), 50)));
      }),
  );
}

describe.skipIf(isSkipped)("the pages in Chromium", () => {
  const served = useServedWorld();
  beforeEach(async () => {
    await served().world.api.organizations.update("acme", {
      postFields: [
        {
          name: "level",
          label: attack,
          hint: attack,
          type: "choice",
          choices: [attack, "B"],
          default: attack,
        },
        { name: "rating", type: "number", isRequired: true, default: 3, isFilterable: true, shown: "list" },
      ],
    });
  });

  const looks = looksOf("light", "dark, at 375 px");
  const moreLooks = looksOf("in forced colors, at 768 px", "at a zoom of 200%, with reduced motion");

  it.each(looks)("are valid, accessible, light to load and keep the policy: %s", async (_name, options) => {
    const { server, world } = served();
    const { api, owner } = world;
    await api.organizations.create({ slug: "third", name: "Third", siteUrl: "https://third.example" });
    await api.users.addToOrganization(owner.userId, { organizationSlug: "third", role: "viewer" });
    const revoked = await api.apiKeys.generate({
      organizationSlug: "acme",
      userId: owner.userId,
      name: "Old",
    });
    await api.apiKeys.revoke({ organizationSlug: "acme", keyId: revoked.id });
    await api.posts.update({ organizationSlug: "acme", slug: "hello" }, { author: "Ann" });
    for (let index = 0; index < 60; index++) await api.posts.create("acme", { name: `Post number ${index}` });
    await api.fetch(
      new Request(`${server.url}/api/public/v1/post/acme`, { headers: { "x-api-key": owner.key } }),
    );
    const { page, complaints, goTo } = await openSignedIn(served(), options);
    for (const path of pagesOf(world)) {
      const response = await goTo(path);
      const html = (await response?.text()) ?? "";
      const policy = response?.headers()["content-security-policy"];
      expect.soft([path, policy]).toEqual([path, expect.stringMatching(/^default-src 'none'; (?!.*unsafe)/)]);
      const report = await validator.validateString(html);
      const problems = report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line }) => `${line} ${ruleId} ${message}`),
      );
      expect.soft([path, problems]).toEqual([path, []]);
      const most = path === "" ? 64_000 : 90_000;
      expect.soft([path, (await weightOf(page, html)) < most]).toEqual([path, true]);
      expect.soft([path, await overflowOf(page)]).toEqual([path, 0]);
      expect.soft([path, (await layoutShiftOf(page)) < 0.05]).toEqual([path, true]);
    }
    const expected = complaints.filter((text) => !text.includes("404 (Not Found)"));
    expect(expected).toEqual([]);
  });

  it.each([...looks, ...moreLooks])("fit, and have no axe violations: %s", async (_name, options) => {
    const { server, world } = served();
    await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, { author: "Ann" });
    const { page, goTo } = await openSignedIn(served(), {
      ...options,
      // axe needs scripts. A test above covers the policy of the pages.
      bypassCSP: true,
    });
    for (const path of pagesOf(world)) {
      await goTo(path);
      await expectAccessible(page, path);
    }
    await goTo("/settings/api-keys/new");
    await page.fill("#name", "New");
    await page.click("main form .main-action");
    await page.waitForSelector("#new-key");
    expect.soft(await findingsOf(page)).toEqual([]);
    await page.goto(`${server.url}/dashboard/sign-in?token=none`);
    expect.soft(await findingsOf(page)).toEqual([]);
  });

  it("have no layout shift while they load", async () => {
    const { page, goTo } = await openSignedIn(served());
    for (const path of pagesOf(served().world)) {
      await goTo(path);
      // Browsers rate up to 0.1 as good. A page that arrives in two parts may shift by a line.
      expect([path, (await layoutShiftOf(page)) < 0.01]).toEqual([path, true]);
    }
  });

  it("have at most one main action each", async () => {
    const { server, world } = served();
    const { api, owner, webhookId } = world;
    for (const organizationSlug of ["third", "fourth"]) {
      await api.organizations.create({
        slug: organizationSlug,
        name: organizationSlug,
        siteUrl: "https://x.example",
      });
      await api.invitations.create(organizationSlug, { userId: owner.userId, role: "viewer" });
    }
    await api.webhooks.pause({ organizationSlug: "acme", webhookId });
    const { page } = await openSignedIn(served(), { javaScriptEnabled: false });
    const paths = pagesOf(world).map((path) => `/o/acme${path}`);
    let found = 0;
    for (const path of [...paths, "/invitations", "/sessions"]) {
      await page.goto(`${server.url}/dashboard${path}`);
      // The look counts, not the class.
      const actions = await page.locator("main :is(a, button)").evaluateAll((controls) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.backgroundColor = "var(--accent)";
        const { backgroundColor } = getComputedStyle(probe);
        return controls
          .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === backgroundColor)
          .map(({ textContent }) => textContent);
      });
      found += actions.length;
      expect.soft([path, actions.length <= 1, actions]).toEqual([path, true, actions]);
    }
    expect(found).toBeGreaterThan(20);
  });

  it("show hostile input as text", async () => {
    const { server, world } = served();
    const { api, owner } = world;
    const organizationSlug = "acme";
    const evil = {
      name: attack,
      html: attack,
      description: attack,
      author: attack,
      tags: [attack.slice(0, 90)],
    };
    await api.posts.create("acme", { ...evil, slug: "evil", articleSection: attack });
    await api.posts.update(
      { organizationSlug: "acme", slug: "evil" },
      { name: `${attack} again` },
      { by: owner.userId, via: attack },
    );
    const source = `https://acme.example/?"><img src=x onerror=alert(3)>`;
    const evilText = { text: attack, title: attack, source, tags: [attack] };
    await api.knowledgeBase.put({ organizationSlug, id: world.textId }, evilText);
    await api.apiKeys.generate({ organizationSlug, userId: owner.userId, name: attack });
    const { id } = await api.users.create({ name: attack });
    await api.users.addToOrganization(id, { organizationSlug, role: "owner" });
    await api.organizations.update("acme", { name: attack, section: attack, speakable: [attack] });
    const webhook = { organizationSlug, webhookId: world.webhookId };
    const filters = { sections: [attack], tags: [attack] };
    const url = `https://site.example/?'"><img src=x onerror=alert(2)>`;
    await api.webhooks.update(webhook, { url, description: attack, ...filters });
    const { page, complaints, goTo } = await openSignedIn(served(), {}, id);
    const search = `?search=${encodeURIComponent(attack)}&section=${encodeURIComponent(attack)}`;
    const paths = [
      "/posts/evil",
      "/posts/evil/edit",
      "/posts/evil/delete",
      `/posts${search}`,
      ...pagesOf(world),
    ];
    for (const path of [...paths, `/knowledge-base${search}`, `/?done=${encodeURIComponent(attack)}`]) {
      await page.goto(`${server.url}/dashboard/o/acme${path}`, { waitUntil: "domcontentloaded" });
      const foreign = "img:not([src*='/api/public/v1/media/acme/'])";
      const found = await page.locator(`script:not([src]), ${foreign}, [onerror]`).count();
      const isNamed = (await page.title()).includes("<script>alert(1)</script>");
      expect.soft([path, found, isNamed]).toEqual([path, 0, path !== "/nothing"]);
    }
    await page.goto(`${server.url}/dashboard/o/acme/posts/evil`, { waitUntil: "domcontentloaded" });
    await page.click("text=Restore revision 1");
    await page.waitForURL(/done=copy-restored/);
    expect(await page.textContent("h1")).toContain(attack);
    await goTo("/settings/members/invite");
    await page.fill("#name", attack);
    await page.click("main form .main-action");
    await page.waitForURL(/done=member-created/);
    expect(await page.locator("script:not([src]), img, [onerror]").count()).toBe(0);
    await goTo("/settings/api-keys/new");
    await page.fill("#name", attack);
    await page.click("main form .main-action");
    await page.waitForSelector("#new-key");
    expect(await page.textContent("dl.facts")).toContain(attack);
    // The preview's images and scripts, which are blocked.
    const known = /404|Blocked script execution in .*\/preview|ERR_BLOCKED_BY_RESPONSE.NotSameOrigin/;
    const unexpected = complaints.filter((text) => !known.test(text));
    expect(unexpected).toEqual([]);
  });

  it("keep a hostile post's preview from the dashboard", async () => {
    const { world } = served();
    const { api } = world;
    const script = `fetch("/dashboard/o/acme/settings/api-keys",{credentials:"include"});parent.document.title="taken"`;
    const html = `<p id="shown">Shown</p><script>${script}</script><img src="/dashboard/o/acme/nothing.png" onerror='${script}'>
<form action="/dashboard/sign-out" method="post"><button id="submit">Win</button></form>
<iframe src="/dashboard/o/acme"></iframe><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=/dashboard/o/acme">`;
    await api.posts.create("acme", { name: "Evil", slug: "evil", html });
    const { page, goTo } = await openSignedIn(served());
    const asked: string[] = [];
    page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    for (const path of ["/posts/evil", "/posts/evil/preview?revision=1", "/posts/evil/preview"]) {
      await goTo(path);
      const frame = path.includes("preview") ? page.mainFrame() : page.frame({ url: /\/preview$/ });
      if (frame === null) throw new Error(`${path} shows no preview`);
      await frame.waitForSelector("#shown");
      await frame.click("#submit", { timeout: 5000 }).catch(() => undefined);
      const about = await frame.evaluate(() => {
        try {
          return [self.origin, document.cookie];
        } catch (error) {
          return [self.origin, (error as Error).name];
        }
      });
      expect.soft([path, ...about]).toEqual([path, "null", "SecurityError"]);
      expect.soft([path, await page.title()]).not.toEqual([path, "taken"]);
    }
    expect(asked.filter((one) => one.startsWith("POST") || one.endsWith("api-keys"))).toEqual([]);
  });
});
