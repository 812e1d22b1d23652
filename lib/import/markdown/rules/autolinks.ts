import type { MarkdownIt, StateCore, Token } from "markdown-it";

const start = /(?:https?:\/\/|ftp:\/\/|www\.)[^\s<]+/gi;
const domain = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*(?=[/?#:]|$)/u;

interface Link {
  from: number;
  to: number;
  href: string;
}

/**
 * Adds links from bare addresses, as in GFM: `https://`, `http://`, `ftp://`, `www.` and email addresses. An escape such as
 * `https\://` prevents the link.
 */
export function addAutolinks(parser: MarkdownIt): void {
  parser.core.ruler.before("text_join", "autolinks", (state: StateCore) => {
    for (const token of state.tokens) {
      if (token.type === "inline" && token.children !== null)
        token.children = linked(state, joinTexts(token.children));
    }
  });
}

/** Joins texts, except for the escaped characters that prevent a link. */
function joinTexts(children: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (const token of children) {
    const last = result.at(-1);
    const isEscape = token.type === "text_special" && /^\\[:.@]$/.test(token.markup);
    if (token.type === "text_special" && !isEscape) token.type = "text";
    if (token.type === "text" && last?.type === "text") last.content += token.content;
    else result.push(token);
  }
  return result;
}

function linked(state: StateCore, children: readonly Token[]): Token[] {
  const result: Token[] = [];
  let depth = 0;
  let isInHtmlLink = false;
  for (const token of children) {
    if (token.type === "link_open") depth++;
    else if (token.type === "link_close") depth--;
    else if (token.type === "html_inline" && /^<a[\s>]/i.test(token.content)) isInHtmlLink = true;
    else if (token.type === "html_inline" && /^<\/a\s*>/i.test(token.content)) isInHtmlLink = false;
    const links = token.type === "text" && depth === 0 && !isInHtmlLink ? linksIn(token.content) : [];
    if (links.length === 0) result.push(token);
    else pushLinks(state, token, links, result);
  }
  return result;
}

function pushLinks(state: StateCore, { content, level }: Token, links: readonly Link[], to: Token[]): void {
  let position = 0;
  const pushText = (text: string): void => {
    if (text === "") return;
    const token = new state.Token("text", "", 0);
    token.content = text;
    token.level = level;
    to.push(token);
  };
  for (const { from, to: end, href } of links) {
    pushText(content.slice(position, from));
    const open = new state.Token("link_open", "a", 1);
    open.attrSet("href", state.md.normalizeLink(href));
    to.push(open);
    pushText(content.slice(from, end));
    to.push(new state.Token("link_close", "a", -1));
    position = end;
  }
  pushText(content.slice(position));
}

/** Returns the links of a text in their order. */
function linksIn(text: string): Link[] {
  const links: Link[] = [];
  for (const { 0: found, index } of text.matchAll(start)) {
    if (!/^$|[\s*_~(]/.test(text.slice(Math.max(0, index - 1), index))) continue;
    const address = withoutTrailing(found);
    const isWeb = /^www\./i.test(address);
    if (!hasDomain(isWeb ? address : address.slice(address.indexOf("//") + 2), isWeb)) continue;
    links.push({ from: index, to: index + address.length, href: isWeb ? `http://${address}` : address });
  }
  if (!text.includes("@")) return links;
  return [...links, ...emailsIn(text, links)].toSorted((one, other) => one.from - other.from);
}

function hasDomain(address: string, isWeb: boolean): boolean {
  const [host] = domain.exec(address.slice(0, 255)) ?? [];
  if (host === undefined) return false;
  const labels = host.split(".");
  const isPlain = labels.slice(-2).every((label) => !label.includes("_"));
  return isPlain && labels.length > (isWeb ? 2 : 0);
}

/** Removes punctuation at the end, and parentheses that the address does not open. */
function withoutTrailing(address: string): string {
  let end = address.length;
  let open = 0;
  for (const character of address) open += character === "(" ? 1 : character === ")" ? -1 : 0;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? "";
    if (last === ")" && open < 0) open++;
    else if (last === ";") {
      const [reference] = /&[a-z0-9]{1,30};$/i.exec(address.slice(Math.max(0, end - 32), end)) ?? [";"];
      end -= reference.length - 1;
    } else if (!/[?!.,:*_~'"]/.test(last)) break;
  }
  return address.slice(0, end);
}

function emailsIn(text: string, links: readonly Link[]): Link[] {
  const emails: Link[] = [];
  let last = 0;
  let passed = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    while ((links[passed]?.to ?? Infinity) <= at) last = Math.max(last, links[passed++]?.to ?? 0);
    if ((links[passed]?.from ?? Infinity) <= at) continue;
    let from = at;
    while (from > last && /[\w.+-]/.test(text[from - 1] ?? "")) from--;
    const [host] = /^(?:[\w-]+\.)+[\w-]*[a-z0-9](?![\w-])/i.exec(text.slice(at + 1, at + 256)) ?? [];
    const isAfterSlash = text[from - 1] === "/";
    last = at + 1;
    if (host === undefined || from === at || isAfterSlash) continue;
    last = at + 1 + host.length;
    emails.push({ from, to: last, href: `mailto:${text.slice(from, last)}` });
  }
  return emails;
}
