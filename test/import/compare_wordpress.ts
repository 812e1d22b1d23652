/**
 * Compares the import of WordPress exports with WordPress itself: the number of items by type, and the elements and text
 * of each post. Run by hand: `npm run compare:wordpress -- export.xml`. Needs PHP with SimpleXML, and the files of
 * WordPress in `/usr/share/wordpress` or in the folder that `WORDPRESS` names. Needs no database.
 *
 * Not compared: galleries, players and embedded addresses, because WordPress needs a database or the network for them.
 */
import { execFileSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import { Audience } from "../../lib/import/values/audience.ts";
import { type ImportItem, readWordPress } from "../../lib/import/mod.ts";
import { runShortSteps } from "../../lib/base/yielding.ts";
import { wordpressToHtml } from "../../lib/import/wordpress/wordpress_to_html.ts";

type Node = DefaultTreeAdapterMap["node"];

/** An item of an export as WordPress shows it. */
interface Reference {
  title: string;
  type: string;
  status: string;
  content: string;
  html: string;
}

const script = "test/import/compare_wordpress.php";
const wordpress = process.env["WORDPRESS"] ?? "/usr/share/wordpress";
const inlineElements =
  /^(?:a|abbr|b|big|cite|code|del|em|i|img|ins|kbd|q|s|small|span|strong|sub|sup|tt|u|var)$/;
const records = {
  attachments: { byId: () => undefined, ofPost: () => [] },
  patternOf: () => undefined,
  audience: new Audience(),
};

for (const file of process.argv.slice(2)) {
  const references = JSON.parse(
    execFileSync("php", [script, wordpress, file], { encoding: "utf8", maxBuffer: 1e9 }),
  ) as Reference[];
  const items: ImportItem[] = [];
  const source = { file, read: () => createReadStream(file, "utf8") };
  for await (const item of readWordPress(source, { siteUrl: "https://example.com" })) items.push(item);
  const texts = references.filter(({ type }) => type === "post" || type === "page");
  const differing: { title: string; ours: string; theirs: string }[] = [];
  for (const { title, content, html } of texts) {
    const converted = await runShortSteps(wordpressToHtml(content, records));
    const [ours, theirs] = [shapeOf(withoutEmbeds(converted.html)), shapeOf(html)];
    if (ours !== theirs) differing.push({ title, ours, theirs });
  }
  console.log(`${file}:`);
  console.log(`  WordPress: ${references.length} items, ${texts.length} posts and pages`);
  console.log(`  imported: ${items.filter(({ kind }) => kind === "post").length} posts`);
  for (const item of items) {
    if (item.kind === "skipped") console.log(`  skipped (${item.category}): ${item.reason}`);
  }
  console.log(`  same elements and text: ${texts.length - differing.length} of ${texts.length}`);
  for (const { title, ours, theirs } of differing) {
    let start = 0;
    while (ours[start] === theirs[start]) start++;
    start = Math.max(0, start - 60);
    console.log(`  - ${title}\n    ours:      ${ours.slice(start, start + 200)}`);
    console.log(`    WordPress: ${theirs.slice(start, start + 200)}`);
  }
}

/** Replaces embedded addresses by their text, which WordPress shows without the network. */
function withoutEmbeds(html: string): string {
  return html.replace(/<figure><a href="[^"]*">([^<]*)<\/a><\/figure>/g, "<p>$1</p>");
}

/** Returns the elements and the text of a document, without empty paragraphs, comments and white space around blocks. */
function shapeOf(html: string): string {
  const shape = shapeIn(parseFragment(html));
  return shape
    .replace(/\s+/g, " ")
    .replace(/ ?(<\/?([a-z0-9]+)>) ?/g, (all: string, tag: string, name: string) =>
      inlineElements.test(name) ? all : tag,
    )
    .trim();
}

function shapeIn(node: Node): string {
  if (!("childNodes" in node)) return node.nodeName === "#text" && "value" in node ? node.value : "";
  const inner = node.childNodes.map(shapeIn).join("");
  if (!("tagName" in node)) return inner;
  return node.tagName === "p" && inner.trim() === "" ? " " : `<${node.tagName}>${inner}</${node.tagName}>`;
}
