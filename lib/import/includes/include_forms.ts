import type { GeneratorName } from "../site_config/generators.ts";

/** A form in which files of a generator include others. */
export interface IncludeForm {
  /** Its groups are `path`, and optionally `indent`, `part` and `rest`. All repetitions have bounds. */
  pattern: RegExp;
  /** Folder to which a path belongs: that of the file. With `root` it is the root of the site, or else a folder of content, or else that of the file. */
  from: "file" | "root";
  /** True if the file becomes a block of code. Default: its text stands in the place of the form. */
  isCode?: boolean;
  /** True if the form is removed if its file cannot be read. Default: the renderer of the dialect removes and names it. */
  isRemoved?: boolean;
}

const line = String.raw`(?<=^|\n)(?<indent>[ \t]{0,40})`;
const end = String.raw`[ \t]{0,20}(?=\n|$)`;

function form(source: string, from: IncludeForm["from"], options: Partial<IncludeForm> = {}): IncludeForm {
  return { pattern: new RegExp(source, "g"), from, ...options };
}

/** The forms of the generators: snippets of PyMdown and of Markdown extensions, includes of VitePress, and those of mdBook. */
export const includeForms: Readonly<Partial<Record<GeneratorName, readonly IncludeForm[]>>> = {
  mkdocs: [
    form(
      String.raw`${line}-{1,9}8<-{1,9}[ \t]{1,9}(["'])(?<path>[^"'\n:]{1,500})(?::(?<part>[\w:,.-]{1,100}))?\2${end}`,
      "root",
    ),
    form(String.raw`${line}\{![ \t]{0,9}(?<path>[^!\n{}]{1,500}?)[ \t]{0,9}!\}${end}`, "root", {
      isRemoved: true,
    }),
    form(
      String.raw`${line}\{\*[ \t]{1,9}(?<path>[^\s*{}]{1,500})(?<rest>[^\n*{}]{0,200})\*\}${end}`,
      "root",
      {
        isCode: true,
        isRemoved: true,
      },
    ),
  ],
  vitepress: [
    form(
      String.raw`${line}<!--[ \t]{0,9}@include:[ \t]{0,9}(?<path>[^\s>{#]{1,500})(?:#(?<region>[\w-]{1,100}))?(?:\{(?<part>[\d,]{1,30})\})?[ \t]{0,9}-->${end}`,
      "file",
    ),
    form(
      String.raw`${line}<<<[ \t]{0,9}(?<path>[^\s{#[]{1,500})(?:#(?<part>[\w-]{1,100}))?(?<rest>[^\n]{0,200})(?=\n|$)`,
      "file",
      { isCode: true },
    ),
  ],
  mdbook: [
    form(
      String.raw`(?<!\\)\{\{[ \t]{0,9}#(?:rustdoc_)?include[ \t]{1,9}(?<path>[^\s{}:]{1,500})(?::(?<part>[^\s{}]{1,100}))?[ \t]{0,9}\}\}`,
      "file",
      { isRemoved: true },
    ),
    form(
      String.raw`${line}\{\{[ \t]{0,9}#(?:playground|playpen)[ \t]{1,9}(?<path>[^\s{}:]{1,500})(?<rest>[^\n{}]{0,200})\}\}${end}`,
      "file",
      { isCode: true, isRemoved: true },
    ),
  ],
};
