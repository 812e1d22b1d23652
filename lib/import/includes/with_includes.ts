import { hasFrontMatter, readFrontMatter } from "../front_matter/front_matter.ts";
import { codeRangesOf, fencedCode, RangeCursor } from "../markdown/mod.ts";
import type { ImportNote, Place } from "../import_item.ts";
import { resolvePath, segmentsOf } from "../site_config/config_values.ts";
import type { SiteSummary } from "../site_config/site.ts";
import { type IncludeForm, includeForms } from "./include_forms.ts";
import { partOfFile } from "./part_of_file.ts";

/** Limits of the files that a file includes, also through others. A path that does not exist counts too. */
const maxDepth = 5;
const mostPaths = 2000;
const mostCharacters = 4_000_000;

/** Maximum size of an included file in bytes. */
export const mostIncludedBytes = 1_048_576;

/** Options of {@link withIncludes}. */
export interface IncludeOptions {
  /** Path of the file from the root of the site. */
  path: string;
  site: SiteSummary;
  /** Returns the text of a file by its path from the root of the site, or undefined if it is not to be read. */
  read: (path: string) => Promise<string | undefined>;
}

/** A text with the files that it includes, and the addresses of those that were removed because they cannot be read. */
export interface IncludedText {
  text: string;
  removed: string[];
}

/**
 * Returns a Markdown file with the texts of the files that it includes in the forms of its generator: `--8<--`, `<!--@include-->`, `<<<`,
 * `{{#include}}`, and imports of other Markdown files as components. A file that cannot be read stays as it is, or is removed if no renderer
 * knows the form.
 */
export async function withIncludes(
  text: string,
  { site, path, read }: IncludeOptions,
): Promise<IncludedText> {
  return new Inclusion(site, read).expand(text, path, 0);
}

/** Returns the notes about the files that were not included. */
export function includeNotes({ removed }: IncludedText, place: Place): ImportNote[] {
  return removed.map((path) => {
    const text = `the included file ${JSON.stringify(path)} is left out`;
    return { kind: "note", category: "include", text, isLoss: true, place };
  });
}

/** A place of a text, and the path of the file that stands there. */
interface Inclusions {
  start: number;
  end: number;
  paths: readonly string[];
  form: Omit<IncludeForm, "pattern">;
  groups: Readonly<Record<string, string | undefined>>;
}

class Inclusion {
  readonly #site: SiteSummary;
  readonly #read: IncludeOptions["read"];
  readonly #removed: string[] = [];
  #paths = 0;
  #characters = 0;

  constructor(site: SiteSummary, read: IncludeOptions["read"]) {
    this.#site = site;
    this.#read = read;
  }

  async expand(text: string, path: string, depth: number): Promise<IncludedText> {
    const parts: string[] = [];
    let position = 0;
    for (const found of this.#find(text, path)) {
      if (found.start < position) continue;
      const content = depth < maxDepth ? await this.#contentOf(found, depth) : undefined;
      if (content === undefined && found.form.isRemoved !== true) continue;
      if (content === undefined) this.#removed.push(found.groups["path"] ?? "");
      parts.push(text.slice(position, found.start), content ?? "");
      position = found.end;
    }
    return { text: parts.join("") + text.slice(position), removed: this.#removed };
  }

  #find(text: string, path: string): Inclusions[] {
    const { generator } = this.#site;
    const forms = generator === undefined ? [] : (includeForms[generator] ?? []);
    const found = forms.flatMap((form) => this.#inForm(text, path, form));
    if (generator === "docusaurus" || /\.mdx$/i.test(path)) found.push(...this.#components(text, path));
    return found.toSorted((one, other) => one.start - other.start);
  }

  #inForm(text: string, path: string, form: IncludeForm): Inclusions[] {
    const matches: RegExpExecArray[] = [];
    for (const match of text.matchAll(form.pattern)) if (matches.push(match) >= mostPaths) break;
    const code =
      form.isCode === true && matches.length > 0 ? new RangeCursor(codeRangesOf(text, "github")) : undefined;
    return matches.flatMap(({ 0: whole, index, groups = {} }): Inclusions[] => {
      // Code in code is an example.
      if (code?.at(index) !== undefined) return [];
      const paths = this.#pathsOf(groups["path"] ?? "", path, form.from);
      return [{ start: index, end: index + whole.length, paths, form, groups }];
    });
  }

  /** Finds the components that are other Markdown files. */
  #components(text: string, path: string): Inclusions[] {
    const imports = new Map<string, string>();
    for (const [, name = "", , file = ""] of text.matchAll(imported)) imports.set(name, file);
    if (imports.size === 0) return [];
    const code = new RangeCursor(codeRangesOf(text, "mdx"));
    return [...text.matchAll(component)].flatMap(({ 0: whole, 1: name = "", index }): Inclusions[] => {
      const file = imports.get(name);
      if (file === undefined || code.at(index) !== undefined) return [];
      const paths = this.#pathsOf(file, path, "file");
      return [{ start: index, end: index + whole.length, paths, form: { from: "file" }, groups: {} }];
    });
  }

  /** Returns the paths from the root of the site that an address can have. */
  #pathsOf(address: string, path: string, from: IncludeForm["from"]): string[] {
    const { contentFolders } = this.#site;
    const folder = segmentsOf(path).slice(0, -1).join("/");
    const [, alias, rest = ""] = /^(@site|~?@)?\/(.*)$/s.exec(address) ?? [];
    const own = alias === undefined && rest === "" ? [folder] : [];
    const folders = from === "file" && own.length > 0 ? own : ["", ...contentFolders, ...own];
    return [...new Set(folders)].flatMap((one) => {
      const { parts, isOutside } = resolvePath(one, rest === "" ? address : rest);
      return isOutside ? [] : [parts.join("/")];
    });
  }

  async #contentOf({ paths, form, groups }: Inclusions, depth: number): Promise<string | undefined> {
    for (const path of paths) {
      if (this.#paths++ >= mostPaths || this.#characters > mostCharacters) return undefined;
      const file = await this.#read(path);
      if (file === undefined) continue;
      this.#characters += file.length;
      const part = partOfFile(withoutFrontMatter(file, path), groups["region"] ?? groups["part"]);
      if (part === undefined) return undefined;
      const { text } =
        form.isCode === true
          ? { text: codeBlock(part, path, groups) }
          : await this.expand(part, path, depth + 1);
      const { indent = "" } = groups;
      if (groups["path"] === undefined) return `\n\n${text}\n\n`;
      return text
        .split("\n")
        .map((line) => (line === "" ? line : indent + line))
        .join("\n");
    }
    return undefined;
  }
}

const imported =
  /(?<=^|\n)import[ \t]{1,9}([A-Z]\w{0,100})[ \t]{1,9}from[ \t]{1,9}(["'])([^"'\n]{1,500}\.mdx?)\2/g;
const component = /<([A-Z]\w{0,100})(?:\s[^<>]{0,1000})?(?:\/>|><\/\1>)/g;

function withoutFrontMatter(text: string, path: string): string {
  if (!/\.mdx?$/i.test(path) || !hasFrontMatter(text)) return text;
  try {
    return readFrontMatter(text).body;
  } catch {
    return text;
  }
}

/** Returns a block of code with the language of the file. A label in brackets stays. */
function codeBlock(text: string, path: string, { rest = "" }: Inclusions["groups"]): string {
  const [, extension = ""] = /\.(\w{1,20})$/.exec(path) ?? [];
  const [, language = extension] = /^\{(?:[\d,-]*[ \t]{1,9})?([a-z]\w{0,20})/.exec(rest.trim()) ?? [];
  const [label = ""] = /(?<=^|\s)\[[^\][\n]{1,100}\]/.exec(rest) ?? [];
  return fencedCode(text, label === "" ? language : `${language} ${label}`);
}
