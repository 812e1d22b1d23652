import { beforeEach, describe, expect, it } from "vitest";
import type { StoredOrganization } from "../../lib/mod.ts";
import { type DashboardWorld, openAs, type SignedIn } from "./dashboard_world.ts";
import { organizationFields } from "./organization_fields.ts";

describe("the FAQ settings of an organization", () => {
  let world: DashboardWorld;
  let owner: SignedIn;
  beforeEach(async () => {
    ({ world, visitor: owner } = await openAs("owner", { faq: { bareText: true, sources: ["details"] } }));
  });

  const page = async (path: string): Promise<string> => owner.page(`/o/acme${path}`);
  const checked = (html: string): string[] =>
    [...html.matchAll(/<input type="checkbox" name="(\w+)" value="([\w-]+)" checked>/g)].map(
      ([, name, value]) => `${name} ${value}`,
    );
  const save = async (faq: Record<string, string>): Promise<StoredOrganization["faq"]> => {
    const sent = { ...organizationFields, ...faq };
    const response = await owner.send("/o/acme/settings/organization", sent);
    expect(response.status).toBe(303);
    return (await world.api.organizations.get("acme"))?.faq;
  };
  const form = { faq: "shown", faqAnswerFormat: "text", faqAnswerEnd: "heading", faqHeadingText: "whole" };

  it("start with the host's settings", async () => {
    expect(checked(await page("/settings/organization"))).toEqual(["faqBareText on", "faqSources details"]);
  });

  it("are stored if they differ from the host's settings, or did before", async () => {
    expect(await save({})).toBeUndefined();
    expect(await save({ ...form, faqBareText: "on", faqSources: "details" })).toBeUndefined();
    expect(await save({ ...form, faqBareText: "on", faqSources: "h4", faqLanguages: "on" })).toEqual({
      sources: ["h4"],
      languages: true,
    });
    const shown = await page("/settings/organization");
    expect(checked(shown)).toEqual(["faqBareText on", "faqLanguages on", "faqSources h4"]);
    expect(await save({ ...form, faqAnswerFormat: "html", faqSources: "details" })).toEqual({
      answerFormat: "html",
      bareText: false,
      sources: ["details"],
      languages: false,
    });
  });

  it("name questions to leave out, one per line, and the end of answers", async () => {
    const sent = {
      ...form,
      faqAnswerEnd: "sameLevel",
      faqSkip: ".no-faq\n\n Ready* ",
      faqClosingMarks: "on",
    };
    expect(await save({ ...sent, faqBareText: "on", faqSources: "details" })).toEqual({
      answerEnd: "sameLevel",
      closingMarks: true,
      skip: [".no-faq", "Ready*"],
    });
    expect(await page("/settings/organization")).toContain(">\n.no-faq\nReady*</textarea>");
    const emptied = { ...sent, faqSkip: "", faqBareText: "on", faqSources: "details" };
    expect(await save(emptied)).toMatchObject({ skip: [] });
  });

  it("are shown again as entered if one is refused", async () => {
    const sent = { ...organizationFields, ...form, faqAnswerFormat: "markdown", faqSources: "h4" };
    const response = await owner.send("/o/acme/settings/organization", sent);
    const text = await response.text();
    expect([response.status, checked(text)]).toEqual([422, ["faqSources h4"]]);
    expect(text).toContain("must be &quot;text&quot;, &quot;escaped&quot; or &quot;html&quot;");
  });
});

describe("the other pages of an organization", () => {
  it("are entered one per line, kept by a form without them, removed when the field is empty", async () => {
    const { world, visitor: owner } = await openAs("owner");
    const save = async (changes: Record<string, string>): Promise<number> =>
      (await owner.send("/o/acme/settings/organization", { ...organizationFields, ...changes })).status;
    const stored = async (): Promise<unknown> => (await world.api.organizations.get("acme"))?.sameAs;
    const pages = ["https://wiki.example/Acme", "https://social.example/@acme"];
    expect([await save({ sameAs: pages.join("\n") }), await stored()]).toEqual([303, pages]);
    const shown = await owner.page("/o/acme/settings/organization");
    expect(shown).toContain(pages.join("\n"));
    expect([await save({}), await stored()]).toEqual([303, pages]);
    expect([await save({ sameAs: "javascript:alert(1)" }), await stored()]).toEqual([422, pages]);
    expect([await save({ sameAs: "" }), await stored()]).toEqual([303, []]);
  });
});

describe("the explanation of a post", () => {
  it("shows headings that are not questions, the reason, and the setting that would change it", async () => {
    const { world, visitor: viewer } = await openAs("viewer");
    const html =
      "<h2>Open?</h2><p>Yes.</p><h4>How <i>long</i>?</h4><p>An hour.</p><h2>営業時間は？</h2><p>九時</p>";
    await world.api.posts.create("acme", { name: "Asked", html });
    const page = async (): Promise<string> => viewer.page("/o/acme/posts/asked");
    const rows = (text: string): string[] =>
      [
        ...text.matchAll(/data-label="Element"><code>(\w+)<\/code><\/td>\n<td data-label="Entry">(\w+)</g),
      ].map(([, element, entry]) => `${element} ${entry}`);
    const shown = await page();
    expect(rows(shown)).toEqual(["h2 in", "h4 out", "h2 out"]);
    expect(shown).toContain('<td data-label="Setting that would change it">Headings of level 4</td>');
    expect(shown).toMatch(
      /<td data-label="Setting that would change it">A post may end questions [^<]*; Language of the post, which is en-US now</,
    );
    await world.api.organizations.update("acme", { faq: { sources: ["h4"] } });
    expect(rows(await page())).toEqual(["h2 in", "h4 in", "h2 out"]);
  });

  it("shows faults of entries with their text, and the setting that would mend them", async () => {
    const { world, visitor: viewer } = await openAs("viewer");
    const html = "<h2>How fast is it?</h2><p>It takes ten seconds.</p><button>Show &lt;more&gt;</button>";
    await world.api.posts.create("acme", { name: "Faulty", html, inLanguage: "en-GB" });
    const page = async (): Promise<string> => viewer.page("/o/acme/posts/faulty");
    const shown = await page();
    expect(shown).toContain('<td data-label="Text"><bdi lang="en-GB">Show &lt;more&gt;</bdi></td>');
    expect(shown).toMatch(/<td data-label="Setting that would mend it">Buttons, navigation, [^<;]*<\/td>/);
    await world.api.organizations.update("acme", { faq: { clean: true } });
    expect(await page()).not.toContain("Faults in entries");
  });

  it("reports a post that is too long, and shows the first hundred of many headings", async () => {
    const { world, visitor: viewer } = await openAs("viewer");
    await world.api.posts.create("acme", { name: "Huge", html: "<p>word</p>".repeat(10_000) });
    await world.api.posts.create("acme", { name: "Many", html: "<h4>a?</h4>".repeat(150) });
    const page = async (slug: string): Promise<string> => viewer.page(`/o/acme/posts/${slug}`);
    expect(await page("huge")).toContain("The post is too long to be explained here");
    const many = await page("many");
    expect(many.match(/data-label="Entry"/g)).toHaveLength(100);
    expect(many).toContain("And 50 more.");
  });
});
