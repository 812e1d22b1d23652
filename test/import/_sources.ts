import type { importFormats } from "../../adapters/cli/post_import/file_format.ts";
import { ghostExport, wordpressExport } from "../uploads/_upload.ts";

/** An export of a source with the posts "One" and "Two". */
interface Source {
  /** Its files in a folder. */
  files: Readonly<Record<string, string>>;
  /** Path of the file that the CLI reads. Default: the folder. */
  file?: string;
  /** Path of the file that the dashboard reads without a zip. Default: it needs the zip. */
  upload?: string;
  /** Titles of the posts in that file. Default: all. */
  uploaded?: readonly string[];
}

const medium = (title: string): string =>
  `<html><body><article class="h-entry"><h1 class="p-name">${title}</h1><section class="e-content"><p>a</p><p>b</p></section><footer><time class="dt-published" datetime="2020-01-01T00:00:00Z"></time><a href="https://medium.com">Medium</a></footer></article></body></html>`;
const bloggerPost = (title: string): string =>
  `<entry><category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#post"/><title>${title}</title><content type="html">x</content></entry>`;
const notionPage = (title: string): string =>
  `<html><head><title>${title}</title></head><body><article class="page sans"><header><h1 class="page-title">${title}</h1></header><div class="page-body"><p>x</p></div></article></body></html>`;
const [one, two] = ["a1".repeat(16), "b2".repeat(16)];

/** A source of each format. */
export const sources: Readonly<Record<(typeof importFormats)[number], Source>> = {
  markdown: {
    files: { "one.md": "# One\n\nx", "sub/two.md": "# Two\n\nx" },
    upload: "one.md",
    uploaded: ["One"],
  },
  html: {
    files: { "one.html": "<title>One</title><p>x</p>", "sub/two.html": "<title>Two</title><p>x</p>" },
    upload: "one.html",
    uploaded: ["One"],
  },
  wordpress: {
    files: { "wordpress.xml": wordpressExport(["One", "Two"]) },
    file: "wordpress.xml",
    upload: "wordpress.xml",
  },
  ghost: { files: { "ghost.json": ghostExport(["One", "Two"]) }, file: "ghost.json", upload: "ghost.json" },
  medium: {
    files: {
      "posts/2020-01-01_One-abcdef123456.html": medium("One"),
      "posts/2020-01-02_Two-abcdef123457.html": medium("Two"),
      "README.html": "<p>Archive</p>",
    },
    upload: "posts/2020-01-01_One-abcdef123456.html",
    uploaded: ["One"],
  },
  substack: {
    files: {
      "posts.csv":
        "post_id,post_date,is_published,type,audience,title,subtitle\n1.one,2020-01-01T00:00:00Z,true,newsletter,everyone,One,\n2.two,2020-01-02T00:00:00Z,true,newsletter,everyone,Two,",
      "posts/1.one.html": "<p>x</p>",
      "posts/2.two.html": "<p>x</p>",
    },
  },
  notion: {
    files: {
      [`Blog ${one}.csv`]: "Name,Status\nOne,Published\nTwo,Published\n",
      [`Blog ${one}/One ${one}.md`]: "# One\n\nStatus: Published\n\nx",
      [`Blog ${one}/Two ${two}.html`]: notionPage("Two"),
    },
    upload: `Blog ${one}/One ${one}.md`,
    uploaded: ["One"],
  },
  blogger: {
    files: {
      "Blogger/Blogs/A/feed.atom": `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>tag:blogger.com,1999:blog-1.archive</id>${bloggerPost("One")}${bloggerPost("Two")}</feed>`,
      "archive_browser.html": "<title>Google</title><p>Archive</p>",
    },
    file: "Blogger/Blogs/A/feed.atom",
    upload: "Blogger/Blogs/A/feed.atom",
  },
  feed: {
    files: {
      "feed.rss": `<?xml version="1.0"?><rss version="2.0"><channel><title>F</title>${["One", "Two"].map((title) => `<item><title>${title}</title><link>https://a.example/${title}</link><description>x</description></item>`).join("")}</channel></rss>`,
    },
    file: "feed.rss",
    upload: "feed.rss",
  },
};
