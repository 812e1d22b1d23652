import { escapeXml } from "../../../base/text/escape_xml.ts";
import { quoteName } from "../markdown_notes.ts";
import { codeRanges } from "./code_ranges.ts";
import { replaceOutsideOfCode } from "./replace_outside_of_code.ts";
import type { TemplateOptions } from "./template_options.ts";
import { unindentMkdocs } from "./unindent_mkdocs.ts";

/** The constructs of MkDocs and its extensions in a line. Each alternative has bounds. */
const constructs = [
  // A line with an include, a table of contents, an abbreviation or attributes of a block.
  String.raw`(?<=^|\n)[ \t]{0,20}(?:-{1,9}8<-{1,9}[ \t]{0,9}(?:["'](?<file>[^"'\n]{1,500})["'])?|(?<alone>\[TOC\]|\*\[[^\]\n]{1,100}\]:[^\n]{0,2000}|\{:?[ \t]{0,9}[.#][^{}\n]{0,200}\}))[ \t]{0,20}(?=\n|$)`,
  // The documentation of a module, which MkDocs reads in its source code.
  String.raw`(?<=^|\n)[ \t]{0,20}:::[ \t]{1,9}(?<module>\w{1,100}(?:\.\w{1,100}){1,20})[ \t]{0,9}(?:\n[ \t]{4}[^\n]{0,500}){0,50}(?=\n|$)`,
  String.raw`\[\]\((?:#[\w-]{0,100})?\)\{:?[ \t]{0,9}#(?<anchor>[\w.:-]{1,200})[^{}\n]{0,200}\}`,
  String.raw`(?<icon>:(?:material|octicons|fontawesome|simple)-[\w-]{1,100}:(?:[ \t]?\{:?[^{}\n]{0,200}\})?)[ \t]?`,
  String.raw`(?<=[)\]*_>${"`"}])(?<attributes>\{:?[ \t]{0,9}(?:[.#]|[\w-]{1,50}=)[^{}\n]{0,200}\})`,
  String.raw`\+\+(?<keys>[\w"-]{1,30}(?:\+[\w"-]{1,30}){0,5})\+\+`,
  String.raw`==(?<marked>[^\s=][^=\n]{0,500})==`,
];
const pattern = new RegExp(constructs.join("|"), "g");

/** Expands the constructs of MkDocs and Material: admonitions, tabs, includes, icons, keys and attributes. */
export function expandMkdocs(source: string, { notes }: TemplateOptions): string {
  const text = unindentMkdocs(source);
  const code = codeRanges(text, { hasIndentedCode: true });
  return replaceOutsideOfCode(text, code, {
    pattern,
    render: ({ 0: whole, groups = {} }) => {
      const { file, module, anchor, keys, marked } = groups;
      if (anchor !== undefined) return `<a id="${anchor}"></a>`;
      if (keys !== undefined)
        return keys
          .split("+")
          .map((key) => `<kbd>${escapeXml(key.replaceAll('"', ""), "element")}</kbd>`)
          .join("+");
      if (marked !== undefined) return `<mark>${marked}</mark>`;
      if (module !== undefined) {
        notes.moveToNext(source, whole.trim());
        notes.add("include", `the documentation of the module ${quoteName(module)} is left out`, true);
      } else if (whole.includes("8<")) {
        notes.moveToNext(source, whole.trim());
        notes.add("include", `the included file ${quoteName(file ?? "")} is left out`, true);
      }
      return "";
    },
  });
}
