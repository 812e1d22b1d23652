import {
  ImportError,
  type ImportItem,
  type ImportSource,
  readFeed,
  readGhost,
  readHtml,
  readMarkdown,
  readMedium,
  readSubstack,
  readWordPress,
} from "../lib/import/mod.ts";
import { HOSTILE_FRONT_MATTER } from "../test/time_bounds/_hostile_front_matter.ts";
import { HOSTILE_HTML } from "../test/time_bounds/_hostile_html.ts";
import {
  HOSTILE_ATOM,
  HOSTILE_EDITORS,
  HOSTILE_GHOST,
  HOSTILE_RSS,
  HOSTILE_SUBSTACK,
  HOSTILE_WORDPRESS,
} from "../test/time_bounds/_hostile_import_files.ts";
import { HOSTILE_MARKDOWN, HOSTILE_TEMPLATES } from "../test/time_bounds/_hostile_markdown.ts";
import type { TextTask } from "./text_task.ts";

const siteUrl = "https://acme.example";
const chunk = 65_536;

/** Returns a source that lets the event loop run between its chunks, as the stream of a file does. */
function sourceOf(text: string): ImportSource {
  return {
    file: "export",
    async *read() {
      for (let start = 0; start < text.length; start += chunk) {
        await new Promise((resolve) => setImmediate(resolve));
        yield text.slice(start, start + chunk);
      }
    },
  };
}

async function readAll(items: Iterable<ImportItem> | AsyncIterable<ImportItem>): Promise<void> {
  try {
    for await (const _item of items);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
  }
}

type ReadFile = typeof readMarkdown;

function fileReader(read: ReadFile, path: string, around: (text: string) => string = (text) => text) {
  return async (text: string): Promise<void> => readAll(read(around(text), path, { path, siteUrl, now: 0 }));
}

function exportReader(
  read: (source: ImportSource, options: { siteUrl: string }) => AsyncIterable<ImportItem>,
) {
  return async (text: string): Promise<void> => readAll(read(sourceOf(text), { siteUrl }));
}

const markdown = [...HOSTILE_MARKDOWN, ...HOSTILE_TEMPLATES];

/** Readings of hostile files at the limits of the readers. */
export const importTasks: readonly TextTask[] = [
  {
    name: "front matter",
    bounds: [65_536],
    shapes: Object.values(HOSTILE_FRONT_MATTER).flat(),
    isFile: true,
    run: fileReader(readMarkdown, "a.md"),
  },
  {
    name: "Markdown of Jekyll",
    bounds: [65_536],
    shapes: markdown,
    run: fileReader(
      readMarkdown,
      "_posts/2026-01-01-a.md",
      (text) => `---\nlayout: post\n---\n${text}\n{: .a}`,
    ),
  },
  {
    name: "Markdown of Hugo",
    bounds: [65_536],
    shapes: markdown,
    run: fileReader(readMarkdown, "a.md", (text) => `+++\n+++\n${text}`),
  },
  { name: "MDX", bounds: [65_536], shapes: markdown, run: fileReader(readMarkdown, "a.mdx") },
  { name: "HTML", bounds: [65_536, 262_144], shapes: HOSTILE_HTML, run: fileReader(readHtml, "a.html") },
  {
    name: "Medium",
    bounds: [65_536, 262_144],
    shapes: HOSTILE_HTML,
    run: fileReader(
      readMedium,
      "a.html",
      (text) => `<h1 class="p-name">a</h1><section class="e-content">${text}`,
    ),
  },
  ...(
    [
      ["WordPress", HOSTILE_WORDPRESS, readWordPress],
      ["RSS", HOSTILE_RSS, readFeed],
      ["Atom", HOSTILE_ATOM, readFeed],
      ["Ghost", HOSTILE_GHOST, readGhost],
      ["Ghost's editors", HOSTILE_EDITORS, readGhost],
      [
        "Substack",
        HOSTILE_SUBSTACK,
        (source: ImportSource, options: { siteUrl: string }) =>
          readSubstack(source, options, async () => "<p>x</p>"),
      ],
    ] as const
  ).map(([name, shapes, read]): TextTask => {
    return {
      name,
      bounds: [name === "Ghost's editors" ? 500_000 : 2_000_000],
      shapes,
      isFile: true,
      run: exportReader(read),
    };
  }),
];
