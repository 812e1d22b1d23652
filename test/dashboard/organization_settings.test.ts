import { beforeEach, describe, expect, it } from "vitest";
import type { StoredOrganization } from "../../lib/mod.ts";
import { type DashboardWorld, openAs, type SignedIn, signInAs } from "./dashboard_world.ts";
import { organizationFields } from "./organization_fields.ts";

const path = "/o/acme/settings/organization";
const attack = `"'><script>alert(1)</script>`;

const required = {
  ...organizationFields,
  faq: "shown",
  faqAnswerFormat: "text",
  faqAnswerEnd: "heading",
  faqHeadingText: "whole",
  feedsShown: "on",
};

describe("the settings of an organization", () => {
  let world: DashboardWorld;
  let owner: SignedIn;
  beforeEach(async () => {
    ({ world, visitor: owner } = await openAs("owner"));
  });

  const page = async (): Promise<string> => owner.page(path);
  const save = async (fields: Record<string, string>): Promise<Partial<StoredOrganization>> => {
    const response = await owner.send(path, { ...required, ...fields });
    expect(response.status).toBe(303);
    return (await world.api.organizations.get("acme")) ?? {};
  };

  it("set every field that the admin API can set, and remove those that are optional", async () => {
    const optional = {
      description: "All about bread",
      logo: "https://acme.example/logo.png",
      sitemapUrl: "https://acme.example/maps/all.xml",
      postSitemapUrl: "https://acme.example/maps/posts.xml",
    };
    const others = {
      sameAs: "https://social.example/acme",
      paidContent: "key",
      feeds: "on",
      "feed-rss": "/feed.xml",
    };
    expect(await save({ ...optional, ...others })).toMatchObject({
      ...optional,
      sameAs: ["https://social.example/acme"],
      paidContent: "key",
      feeds: { rss: "/feed.xml" },
    });
    const shown = await page();
    for (const value of Object.values(optional)) expect(shown).toContain(value);
    expect(shown).toContain('name="feed-rss" value="/feed.xml"');

    const emptied = await save({ description: "", logo: "", sitemapUrl: "", postSitemapUrl: "" });
    for (const name of Object.keys(optional)) expect(emptied).not.toHaveProperty(name);
    expect(emptied.feeds).toBe(false);
    expect(await save({ feeds: "on" })).toHaveProperty("feeds", true);
  });

  it("leave fields alone that the form does not have", async () => {
    await save({ description: "Kept", logo: "https://acme.example/logo.png" });
    const { feedsShown: _feeds, ...older } = required;
    await owner.send(path, older);
    expect(await world.api.organizations.get("acme")).toMatchObject({
      description: "Kept",
      logo: "https://acme.example/logo.png",
    });
    expect(await save({})).not.toHaveProperty("feeds");
  });

  it("show a refused form again with everything that was entered", async () => {
    const fields = {
      ...required,
      description: attack,
      "feed-rss": "no path",
      feeds: "on",
      sitemapUrl: "nowhere",
      faqSources: "h4",
    };
    const response = await owner.send(path, fields);
    expect(response.status).toBe(422);
    const shown = await response.text();
    expect(shown).toContain("&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(shown).not.toContain("<script>alert");
    expect(shown).toContain('value="nowhere"');
    expect(shown).toContain('value="no path"');
    expect(shown).toContain('name="feeds" value="on" checked');
    expect(shown).toContain('value="h4" checked');
  });

  it("show the addresses of sitemaps and feeds to copy", async () => {
    await save({ feeds: "on" });
    const shown = await page();
    for (const address of [
      "sitemap/acme",
      "post/acme/sitemap",
      "feed/acme/rss.xml",
      "feed/acme/atom.xml",
      "feed/acme/feed.json",
      "llms/acme",
      "llms-full/acme",
    ]) {
      expect(shown).toContain(`<code data-copy>http://localhost/api/public/v1/${address}</code>`);
    }
  });

  it("say to members who may not change them whom to ask", async () => {
    const viewer = await signInAs(world, "viewer");
    const shown = await viewer.page(path);
    expect(shown).toContain("Ask an admin or the owner");
    expect(shown).not.toContain(">Save</button>");
    expect(shown).not.toContain('name="try"');
  });

  describe("for questions can be tried before they are saved", () => {
    const tryOn = async (fields: Record<string, string>): Promise<string> => {
      const response = await owner.send(path, { ...required, try: "faq", ...fields });
      expect(response.status).toBe(200);
      return response.text();
    };

    it.each([
      ["HTML", { tryOn: "html", tryText: "<h4>Is it open?</h4><p>Daily.</p>" }],
      ["Markdown", { tryOn: "markdown", tryText: "#### Is it open?\n\nDaily." }],
    ])("on %s", async (_name, text) => {
      const without = await tryOn(text);
      expect(without).toContain("0 FAQ entries with these settings");
      expect(without).toContain("Headings of level 4");
      const changed = await tryOn({ ...text, faqSources: "h4", name: "Not saved" });
      expect(changed).toContain("1 FAQ entry with these settings");
      expect(changed).toMatch(/<dt dir="auto">Is it open\?<\/dt><dd dir="auto">Daily\.<\/dd>/);
      expect(changed).toContain('value="h4" checked');
      expect(changed).toContain('value="Not saved"');
      expect(await world.api.organizations.get("acme")).toMatchObject({ name: "Acme" });
    });

    it("on a post, also a draft", async () => {
      await world.api.posts.update(
        { organizationSlug: "acme", slug: "secret" },
        { html: "<h2>Why not?</h2><p>So.</p>" },
      );
      expect(await tryOn({ tryOn: "post secret" })).toContain("Why not?");
      const gone = await owner.send(path, { ...required, try: "faq", tryOn: "post theirs" });
      expect(gone.status).toBe(404);
    });

    it("shows the text as text", async () => {
      const shown = await tryOn({
        tryOn: "html",
        tryText: `<h2>${attack.replaceAll("<", "&lt;")}?</h2><p>Yes</p>`,
      });
      expect(shown).not.toContain("<script>alert");
      expect(shown).toContain("1 FAQ entry");
    });

    it("only for members who may change the settings", async () => {
      const viewer = await signInAs(world, "editor");
      const response = await viewer.send(path, { ...required, try: "faq", tryOn: "html", tryText: "" });
      expect(response.status).toBe(403);
    });
  });
});
