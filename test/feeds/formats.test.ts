import { parseFeed } from "@rowanmanning/feed-parser";
import { describe, expect, it } from "vitest";
import { type Feed, type FeedEntry, toAtom, toJsonFeed, toRss } from "../../lib/feeds/mod.ts";
import { hostileFeed, hostileTexts } from "./_hostile_feed.ts";
import { expectWellFormed, xmllintIsMissing } from "./_xmllint.ts";

const whole: Required<FeedEntry> = {
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

describe.each([
  ["RSS", toRss],
  ["Atom", toAtom],
])("%s, read back by a parser", (format, write) => {
  it("has every field of the feed", () => {
    expect(parseFeed(write(feed))).toMatchObject({
      title: feed.title,
      description: feed.description,
      url: feed.siteUrl,
      self: feed.feedUrl,
      language: feed.language,
      image: { url: feed.logo },
      updated: new Date(feed.updated),
    });
  });

  it("has every field of an entry", () => {
    const item = parseFeed(write(feed)).items[0]?.toJSON();
    expect(item).toMatchObject({
      id: whole.id,
      url: whole.url,
      title: whole.title,
      content: whole.html,
      authors: [{ name: whole.author }],
      categories: [{ term: whole.tags[0] }, { term: whole.tags[1] }],
      image: { url: whole.image },
      published: new Date(whole.published).toISOString(),
    });
    // What describes an item is HTML in RSS, and text in Atom.
    expect(item?.description).toBe(format === "RSS" ? "1 &lt; 2 &amp; so on" : whole.summary);
    if (format === "Atom") expect(item?.updated).toBe(new Date(whole.updated).toISOString());
  });

  it("leaves out what is not known", () => {
    const [, item] = parseFeed(write(feed)).items;
    const expected = { id: bare.id, url: bare.url, title: bare.title, content: null, description: null };
    expect(item).toMatchObject({ ...expected, categories: [], image: null, published: null });
    const empty = parseFeed(write(smallest));
    expect(empty).toMatchObject({ title: "Acme", self: null, image: null, items: [] });
  });
});

describe.skipIf(xmllintIsMissing())("feeds in XML, whatever is in them", () => {
  it("are well-formed", () => {
    const feeds = [feed, smallest, ...hostileTexts.map(hostileFeed)];
    expectWellFormed(feeds.flatMap((one) => [toRss(one), toAtom(one)]));
  });

  it("would be found out if they were not", () => {
    expect(() => expectWellFormed([toRss(feed).replace("&amp;", "&")])).toThrow(/xmllint/);
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
    // An author in the feed stands for the entries that have none (section 4.2.1).
    expect(head).toContain("<author>\n<name>Acme &amp; Söhne</name>");
    expect(second).not.toContain("<author>");
    expect(first).toContain('<content type="html" xml:base="https://acme.example/blog/fish?a=1&amp;b=2">');
  });

  it("has dates by RFC 3339, and that of the feed where an entry has none", () => {
    expect(first).toContain("<updated>2026-02-02T03:04:05.678Z</updated>");
    expect(second).toContain("<updated>2026-06-15T12:00:00.000Z</updated>");
    expect(second).not.toContain("<published>");
  });
});

describe("toRss", () => {
  it("has dates by RFC 822, with years of four digits", () => {
    const rss = toRss(feed);
    expect(rss).toContain("<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>");
    expect(rss).toContain("<lastBuildDate>Mon, 15 Jun 2026 12:00:00 GMT</lastBuildDate>");
  });

  it("has a description, which a channel must have, when the site has none", () => {
    expect(toRss(smallest)).toContain("<description>Acme</description>");
  });

  it("has ids that are no addresses", () => {
    expect(toRss(feed)).toContain(`<guid isPermaLink="false">${whole.id}</guid>`);
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
