import { escapeHtml, startTag } from "../../markup/escape_html.ts";
import type { Steps } from "../../../base/yielding.ts";
import { TextFinder } from "../markup/text_finder.ts";

/**
 * Shortcodes for code without a language in their name, and languages that are shortcodes, of SyntaxHighlighter and of
 * Crayon. `[text]` is left out, because page builders use it for text that can contain restricted parts.
 */
const unnamed: ReadonlySet<string> = new Set(["code", "sourcecode", "source", "crayon", "plain"]);
const languages: ReadonlySet<string> = new Set(
  `as3 actionscript3 arduino bash shell coldfusion cf clojure clj cpp c c-sharp csharp css delphi pas pascal diff patch
erl erlang fsharp go golang groovy haskell java javafx jfx js jscript javascript latex tex matlab matlabkey objc obj-c
perl pl php powershell ps py python r splus rails rb ror ruby scala sql swift vb vbnet xml xhtml xslt html yaml
yml`.split(/\s/),
);

const opening = /\[([a-z][a-z0-9-]{0,19})(?=[\s\]=])/y;
const language = /(?:^|\slang(?:uage)?)\s?=\s?["']?([\w+#-]{1,30})/;
const maxAttributesLength = 1000;

/**
 * Converts shortcodes for code, such as `[php]…[/php]`, to `<pre><code>`. Brackets and addresses in code become
 * character references, so that later steps find neither shortcodes nor embedded addresses in code.
 */
export function* escapeCode(content: string): Steps<string> {
  const finder = new TextFinder(content);
  const parts: string[] = [];
  let written = 0;
  const next = (from: number): number => finder.indexOf("[", from) ?? content.length;
  for (let at = next(0); at < content.length; at = next(Math.max(at + 1, written))) {
    yield;
    opening.lastIndex = at;
    const [start, name = ""] = opening.exec(content) ?? [];
    if (start === undefined || content[at - 1] === "[") continue;
    if (!unnamed.has(name) && !languages.has(name)) continue;
    const codeStart = finder.after("]", at);
    if (codeStart === undefined || codeStart - at > maxAttributesLength) continue;
    const codeEnd = finder.indexOf(`[/${name}]`, codeStart);
    if (codeEnd === undefined) continue;
    const [, attribute] = language.exec(content.slice(at + start.length, codeStart - 1)) ?? [];
    const spoken = attribute?.toLowerCase() ?? (unnamed.has(name) ? undefined : name);
    const tag = startTag("code", { class: spoken && `language-${spoken}` });
    const code = escaped(content.slice(codeStart, codeEnd));
    parts.push(content.slice(written, at), `<pre>${tag}${code}</code></pre>`);
    written = codeEnd + name.length + 3;
  }
  parts.push(content.slice(written));
  return parts.join("");
}

/** SyntaxHighlighter saves code with character references. Code without `<` and `>` is escaped already if it has any. */
function escaped(code: string): string {
  const isEscaped = !/[<>]/.test(code) && /&(?:lt|gt|amp|quot|#0?39);/.test(code);
  const html = isEscaped ? code : escapeHtml(code);
  return html
    .replace(/^\n|\n$/g, "")
    .replaceAll("[", "&#91;")
    .replaceAll("://", "&#58;//");
}
