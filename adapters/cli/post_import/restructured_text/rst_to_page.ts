import { type ImportNote, type Place, rstFrontMatter } from "../../../../lib/import/mod.ts";
import { runDocutils } from "./run_docutils.ts";

/** Maximum length of a text in characters. */
const maxLength = 1_048_576;
const mostNotes = 50;
const mostOptions = 50;
const message = /^<stdin>:(\d{1,9}): \(\w{1,20}\/\d\) (.{1,300})/gm;

/** Messages about a directive that is left out. */
const removed = /^(?:Unknown directive type |Error in )?"([^"]{1,100})"(?: directive|\.$)/;

/** Code in a line of text. Docutils has words that do not break in elements of their own. */
const literal =
  /<span class="docutils literal">((?:[^<]|<span class="pre">[^<]{0,1000}<\/span>){0,2000})<\/span>/g;

/** Roles of Sphinx whose text stays, as text and as code. Docutils does not know them. */
const textRoles =
  "abbr any dfn doc download guilabel index mailheader manpage menuselection newsgroup pep-link ref term token".split(
    " ",
  );
const codeRoles =
  "attr class command confval data envvar exc file filename func kbd keyword makevar meth mimetype mod obj option program py:attr py:class py:data py:exc py:func py:meth py:mod py:obj regexp rst:dir rst:role samp setting".split(
    " ",
  );
const roles = [...textRoles, ...codeRoles];
const prologue = [...roles.map((role) => `.. role:: ${role}`), "", ""].join("\n");
const prologueLines = roles.length + 1;
const ofRole = new RegExp(
  `<span class="(${roles.join("|").replaceAll(":", "-")})">([^<]{1,500})</span>`,
  "g",
);

/** A page of HTML with front matter in JSON, or the reason why there is none. */
export type RstPage = { text: string; notes: ImportNote[] } | { category: string; reason: string };

/**
 * Converts a file in reStructuredText to HTML with front matter.
 *
 * @param content false if only the front matter is needed
 */
export async function rstToPage(
  text: string,
  { place, content, signal }: { place: Place; content: boolean; signal: AbortSignal },
): Promise<RstPage> {
  if (text.length > maxLength)
    return {
      category: "too-large",
      reason: `it is ${text.length} characters long, and at most ${maxLength} are read`,
    };
  const { data, body } = rstFrontMatter(text);
  const frontMatter = `${JSON.stringify(data)}\n`;
  if (!content) return { text: frontMatter, notes: [] };
  const output = await runDocutils(prologue + withoutSphinxOptions(body), signal);
  signal.throwIfAborted();
  if (output === undefined)
    return { category: "too-large", reason: "Docutils cannot convert it within a minute" };
  return { text: frontMatter + contentOf(output.html), notes: notesOf(output.messages, place) };
}

/** Returns the content of a page without the messages about its text, and with the text of roles that are unknown. */
function contentOf(page: string): string {
  const start = page.indexOf(">", page.indexOf("<main")) + 1;
  let html = page.slice(start, page.lastIndexOf("</main>"));
  html = withoutAll(html, '<aside class="system-message"', "</aside>");
  html = withoutAll(html, '<section class="system-messages"', "</section>");
  return html
    .replace(
      /<a href="#system-message-\d{1,9}"><span class="problematic" id="problematic-\d{1,9}">([^<]{0,2000})<\/span><\/a>/g,
      (_whole, source: string) => textOfRole(source),
    )
    .replace(/<pre class="code ([\w+-]{1,50}) literal-block"><code>/g, '<pre><code class="language-$1">')
    .replace(ofRole, (_whole, role: string, source: string) => {
      const text = titleOf(source);
      return codeRoles.includes(role.replace("-", ":")) || codeRoles.includes(role)
        ? `<code>${text}</code>`
        : text;
    })
    .replace(literal, (_whole, content: string) => `<code>${content.replace(/<\/?span[^>]*>/g, "")}</code>`)
    .trim();
}

function withoutAll(html: string, start: string, end: string): string {
  const parts: string[] = [];
  let position = 0;
  for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, position)) {
    const close = html.indexOf(end, at);
    if (close < 0) break;
    parts.push(html.slice(position, at));
    position = close + end.length;
  }
  return parts.join("") + html.slice(position);
}

/** Returns the text of a role or reference in the source, such as that of :doc:`Title <page>`. */
function textOfRole(source: string): string {
  const [, text = source] = /^(?::[\w.:+-]{1,60}:)?`([^`]+)`_{0,2}$/.exec(source) ?? [];
  return titleOf(text);
}

/** Returns the title of a reference. Of `~a.b.c` it is the last part. */
function titleOf(reference: string): string {
  const title = reference.replace(/ &lt;[^&]{0,500}&gt;$/, "");
  return title.startsWith("~")
    ? title.slice(title.lastIndexOf(".") + 1).replace("~", "")
    : title.replace(/^!/, "");
}

/** The beginning of a block of code, and an option of it that only Sphinx has. */
const codeStart = /^[ \t]*\.\. (?:code-block|sourcecode|code)::/;
const sphinxOption = /^[ \t]+:(?:caption|linenos|lineno-start|emphasize-lines|dedent|force):/;
const anyOption = /^[ \t]+:[\w-]{1,50}:/;

/** Returns the text without the options of Sphinx's blocks of code, for which Docutils would leave out the code. Lines keep their numbers. */
function withoutSphinxOptions(text: string): string {
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    if (!codeStart.test(line)) continue;
    let end = index + 1;
    while (end - index <= mostOptions && anyOption.test(lines[end] ?? "")) end++;
    const options = lines.slice(index + 1, end);
    const kept = options.filter((option) => !sphinxOption.test(option));
    const empty = Array<string>(options.length - kept.length).fill("");
    lines.splice(index + 1, options.length, ...kept, ...empty);
  }
  return lines.join("\n");
}

function notesOf(messages: string, { file }: Place): ImportNote[] {
  const notes = new Map<string, ImportNote>();
  for (const [, line = "", reason = ""] of messages.matchAll(message)) {
    const [, directive] = removed.exec(reason) ?? [];
    const isLoss = directive !== undefined;
    const text = isLoss ? `the directive "${directive}" was removed` : `Docutils reports: ${reason}`;
    const known = notes.get(text);
    const place = { file, line: Math.max(1, Number(line) - prologueLines) };
    if (known !== undefined) known.count = (known.count ?? 1) + 1;
    else if (notes.size < mostNotes)
      notes.set(text, { kind: "note", category: "directive", text, isLoss, place });
  }
  return [...notes.values()];
}
