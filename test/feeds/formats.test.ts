import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { describe, expect, it } from "vitest";
import { type Feed, type FeedEntry, toAtom, toJsonFeed, toRss } from "../../lib/publishing/feeds/mod.ts";
import { hostileFeed, hostileTexts } from "./_hostile_feed.ts";
import { checkWellFormed, xmllintIsMissing } from "./_xmllint.ts";

const whole: Required<Omit<FeedEntry, "authors">> = {
  id: "urn:uuid:11111111-1111-8111-8111-111111111111",
  url: "https://acme.example/blog/fish?a=1&b=2",
  title: "Fish & <i>chips</i>",
  html: '<p>Fresh &amp; <b>hot</b> <a href="menu">menu</a></p><pre>]]></pre>',
  summary: "1 < 2 & so on",
  author: "Ada Lovelace",
  image: "https://acme.example/fish.png?a=1&b=2",
  language: "en-GB",
  tags: ["fish & chips", "<b>"],
  published: Date.UTC(2026, 0, 2, 3, 4, 5),
  updated: Date.UTC(2026, 1, 2, 3, 4, 5, 678),
};
const bare: FeedEntry = {
  id: "urn:uuid:22222222-2222-8222-8222-222222222222",
  url: "https://acme.example/blog/bare",
  title: "Bare",
};
const feed: Required<Feed> = {
  id: "urn:uuid:00000000-0000-8000-8000-000000000000",
  title: "Acme & Söhne",
  description: "All <about> fish",
  siteUrl: "https://acme.example/",
  feedUrl: "https://acme.example/feed.xml?a&b",
  language: "en",
  logo: "https://acme.example/logo.png",
  updated: Date.UTC(2026, 5, 15, 12),
  entries: [whole, bare],
};
const smallest: Feed = {
  id: "urn:uuid:00000000-0000-8000-8000-000000000000",
  title: "Acme",
  siteUrl: "https://acme.example/",
  language: "en",
  updated: 0,
  entries: [],
};

describe("a parser reads back every field, and none that is not known,", () => {
  it("of RSS", () => {
    expect(parseRssFeed(toRss(feed))).toEqual({
      title: feed.title,
      link: feed.siteUrl,
      description: feed.description,
      language: "en",
      lastBuildDate: "Mon, 15 Jun 2026 12:00:00 GMT",
      image: { url: feed.logo, title: feed.title, link: feed.siteUrl },
      atom: { links: [{ href: feed.feedUrl, rel: "self", type: "application/rss+xml" }] },
      items: [
        {
          guid: { value: whole.id, isPermaLink: false },
          link: whole.url,
          title: whole.title,
          // The description of an item is HTML.
          description: "1 &lt; 2 &amp; so on",
          content: { encoded: whole.html },
          dc: { creators: [whole.author], languages: ["en-GB"] },
          media: { contents: [{ url: whole.image, medium: "image" }] },
          categories: whole.tags.map((name) => ({ name })),
          pubDate: "Fri, 02 Jan 2026 03:04:05 GMT",
        },
        { guid: { value: bare.id, isPermaLink: false }, link: bare.url, title: bare.title },
      ],
    });
  });

  it("of Atom", () => {
    const page = (href: string): object => ({ href, rel: "alternate", type: "text/html" });
    expect(parseAtomFeed(toAtom(feed))).toEqual({
      id: feed.id,
      title: { value: feed.title },
      subtitle: { value: feed.description },
      updated: "2026-06-15T12:00:00.000Z",
      authors: [{ name: feed.title, uri: feed.siteUrl }],
      links: [page(feed.siteUrl), { href: feed.feedUrl, rel: "self", type: "application/atom+xml" }],
      logo: feed.logo,
      xml: { lang: "en" },
      entries: [
        {
          id: whole.id,
          title: { value: whole.title },
          links: [page(whole.url)],
          summary: { value: whole.summary },
          content: { type: "html", value: whole.html, xml: { base: whole.url } },
          authors: [{ name: whole.author }],
          media: { contents: [{ url: whole.image, medium: "image" }] },
          categories: whole.tags.map((term) => ({ term })),
          published: "2026-01-02T03:04:05.000Z",
          updated: "2026-02-02T03:04:05.678Z",
          xml: { lang: "en-GB" },
        },
        {
          id: bare.id,
          title: { value: bare.title },
          links: [page(bare.url)],
          // Every entry requires it.
          updated: "2026-06-15T12:00:00.000Z",
        },
      ],
    });
  });

  it("of JSON Feed", () => {
    const { items = [] } = parseJsonFeed(toJsonFeed(feed));
    expect(items).toMatchObject([
      { id: whole.id, date_published: "2026-01-02T03:04:05.000Z", authors: [{ name: whole.author }] },
      { id: bare.id, content_text: bare.title },
    ]);
  });
});

describe.skipIf(xmllintIsMissing())("feeds in XML, whatever is in them", () => {
  it("are well-formed", () => {
    const feeds = [feed, smallest, ...hostileTexts.map(hostileFeed)];
    expect(() => checkWellFormed(feeds.flatMap((one) => [toRss(one), toAtom(one)]))).not.toThrow();
  });

  it("would be found out if they were not", () => {
    expect(() => checkWellFormed([toRss(feed).replace("&amp;", "&")])).toThrow(/xmllint/);
  });
});

describe("toAtom", () => {
  const atom = toAtom({ ...feed, entries: [whole, bare] });
  const [head = "", first = "", second = ""] = atom.split("<entry");

  it("has what RFC 4287 says that a feed and an entry must have, once", () => {
    for (const part of [head, first, second]) {
      for (const name of ["id", "title", "updated"]) {
        expect(part.split(`<${name}>`), `${name} in ${part}`).toHaveLength(2);
      }
      expect(part.split('rel="alternate"')).toHaveLength(2);
    }
    // The feed's author applies to entries without an author (section 4.2.1).
    expect(head).toContain("<author>\n<name>Acme &amp; Söhne</name>");
    expect(second).not.toContain("<author>");
    expect(first).toContain('<content type="html" xml:base="https://acme.example/blog/fish?a=1&amp;b=2">');
  });
});

describe("toRss", () => {
  it("has a description, which a channel must have, when the site has none", () => {
    expect(toRss(smallest)).toContain("<description>Acme</description>");
  });
});

describe("toJsonFeed", () => {
  it("has every field by the names of version 1.1", () => {
    expect(JSON.parse(toJsonFeed(feed))).toStrictEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: feed.title,
      home_page_url: feed.siteUrl,
      feed_url: feed.feedUrl,
      description: feed.description,
      icon: feed.logo,
      language: "en",
      authors: [{ name: feed.title, url: feed.siteUrl }],
      items: [
        {
          id: whole.id,
          url: whole.url,
          title: whole.title,
          content_html: whole.html,
          summary: whole.summary,
          image: whole.image,
          date_published: "2026-01-02T03:04:05.000Z",
          date_modified: "2026-02-02T03:04:05.678Z",
          authors: [{ name: whole.author }],
          tags: whole.tags,
          language: "en-GB",
        },
        { id: bare.id, url: bare.url, title: bare.title, content_text: "Bare" },
      ],
    });
  });

  it("has content in every item, as it must", () => {
    const { summary } = whole;
    const { items } = JSON.parse(toJsonFeed({ ...smallest, entries: [{ ...bare, summary }] })) as {
      items: object[];
    };
    expect(items).toMatchObject([{ content_text: summary, summary }]);
  });
});

describe("an entry with several authors names each", () => {
  const names = ["Ada Lovelace", "Fish & Söhne"];
  const several: Feed = { ...smallest, entries: [{ ...bare, author: "Nobody", authors: names }] };

  it("in RSS", () => {
    expect(parseRssFeed(toRss(several)).items?.[0]?.dc?.creators).toEqual(names);
  });

  it("in Atom", () => {
    expect(parseAtomFeed(toAtom(several)).entries?.[0]?.authors).toEqual(names.map((name) => ({ name })));
  });

  it("in JSON", () => {
    expect(parseJsonFeed(toJsonFeed(several)).items?.[0]?.authors).toEqual(names.map((name) => ({ name })));
  });
});
