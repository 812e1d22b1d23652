import { escapeXml } from "../../../base/text/escape_xml.ts";

/** Returns HTML of a code block that is a Markdown block too. */
export function codeHtml(code: string, language: string): string {
  const name = /^[\w+#.-]{1,50}/.exec(language)?.[0] ?? "";
  const attribute = name === "" ? "" : ` class="language-${name}"`;
  return `<pre><code${attribute}>${escapeXml(code.replace(/^\n/, "").trimEnd(), "element")}\n</code></pre>`;
}
