import { quoteName } from "../markdown_notes.ts";
import { codeRanges, mostFenceIndent } from "./code_ranges.ts";
import { replaceOutsideOfCode } from "./replace_outside_of_code.ts";
import type { TemplateOptions } from "./template_options.ts";

/** The constructs of VitePress. Each alternative has bounds. */
const constructs = [
  String.raw`(?<=^|\n)[ \t]{0,20}(?:<<<[ \t]{0,9}(?<snippet>[^\s{[]{1,500})[^\n]{0,200}|<!--[ \t]{0,9}@include:[ \t]{0,9}(?<include>[^\s>{]{1,500})[^\n>]{0,200}-->|(?<toc>\[\[toc\]\]|\[\[TOC\]\]))[ \t]{0,20}(?=\n|$)`,
  String.raw`\{\{(?<output>[^{}\n]{1,500})\}\}`,
  String.raw`<(?<slash>/?)(?<component>[A-Z]\w{0,100})(?=[\s/>])(?<attributes>[^<>]{0,1000}?)(?<alone>/?)>`,
];
const pattern = new RegExp(constructs.join("|"), "g");

/** Expands the constructs of VitePress: scripts, includes, interpolations and components. The content of components stays. */
export function expandVue(source: string, { notes }: TemplateOptions): string {
  const text = withoutScripts(source);
  const code = codeRanges(text, { hasIndentedCode: true });
  return replaceOutsideOfCode(text, code, {
    pattern,
    render: ({ 0: whole, groups = {} }) => {
      notes.moveToNext(source, whole.trim());
      const { snippet, include, output, component, slash, attributes = "", alone } = groups;
      const file = snippet ?? include;
      if (file !== undefined) notes.add("include", `the included file ${quoteName(file)} is left out`, true);
      if (output !== undefined) return outputOf(output.trim(), notes);
      if (component === undefined || slash === "/") return "";
      const [, label] = /\btext="([^"]{1,200})"/.exec(attributes) ?? [];
      if (component === "Badge") return label ?? "";
      const removed = `the component ${quoteName(component)} was removed`;
      if (alone === "/") notes.add("mdx-component", removed, true);
      else notes.add("mdx-component", `${removed}, and its content kept`, false);
      return "";
    },
  });
}

function outputOf(content: string, notes: TemplateOptions["notes"]): string {
  const [, , quoted] = /^(["'])([^"'\\]*)\1$/.exec(content) ?? [];
  if (quoted === undefined)
    notes.add("template-tag", `the output of ${quoteName(content)} was removed`, true);
  return quoted ?? "";
}

/** Removes scripts and styles at the beginning of lines, and shows the labels of grouped code, outside of fenced code. */
function withoutScripts(text: string): string {
  if (!/^<(?:script|style)\b|^:{3,} *code-group/m.test(text)) return text;
  const kept: string[] = [];
  let [end, fence, fenceIndent, isGroup] = ["", "", 0, false];
  for (const line of text.split("\n")) {
    const content = line.trimStart();
    const indent = line.length - content.length;
    const [mark = ""] = /^(?:`{3,}|~{3,})/.exec(content) ?? [];
    if (end !== "") {
      if (line.includes(end)) end = "";
      continue;
    }
    const [, name] = fence === "" ? (/^<(script|style)\b/.exec(line) ?? []) : [];
    if (name !== undefined) {
      if (!line.includes(`</${name}>`)) end = `</${name}>`;
      continue;
    }
    if (fence !== "") {
      const isEnd = mark.startsWith(fence) && line.trim() === mark;
      if (isEnd && indent <= fenceIndent + mostFenceIndent) fence = "";
    } else {
      if (line.startsWith(":::")) isGroup = line.includes("code-group");
      const [, label] =
        isGroup && mark !== "" ? (/\[([^\][]{1,100})\]/.exec(content.slice(mark.length)) ?? []) : [];
      if (label !== undefined) kept.push(`**${label}**`, "");
      [fence, fenceIndent] = [mark, indent];
    }
    kept.push(line);
  }
  return kept.join("\n");
}
