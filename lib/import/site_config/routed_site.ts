import { isAboutRepository, restrictionOfName } from "../paths/page_path.ts";
import { toLanguage } from "../values/post_fields.ts";
import { type ConfigObject, lineLiterals, scriptLiterals, valueIn } from "./config_literals.ts";
import { encodePath, resolvePath, segmentsOf, textOf, toAddress } from "./config_values.ts";
import { type GeneratorName, generators } from "./generators.ts";
import type { ListPages } from "./list_pages.ts";
import { ListedSite } from "./listed_site.ts";
import { type ContentFolder, type Routes, routes } from "./routes.ts";
import type { SitePage } from "./site.ts";

const partial = /(?:^|\/)_[^/]+(?:$|\/)/;
const translation =
  /^i18n\/([\w-]{2,35})\/docusaurus-plugin-content-(docs|blog|pages)\/(?:current\/|version-([^/]+)\/)?/;

/** Generators that make no pages of HTML files. Such files are examples, or are copied. */
const markdownOnly: ReadonlySet<GeneratorName> = new Set([
  "docusaurus",
  "vitepress",
  "gatsby",
  "mdbook",
  "sphinx",
]);

/** The parts of a site of which {@link RoutedSite} is made. */
interface SiteParts {
  generator: keyof typeof routes;
  /** The configuration file. Default: none, and all files are content. */
  main: { path: string; text: string } | undefined;
  /** Names of the versions of the docs, the latest first. */
  versions: readonly string[];
  lists: ListPages;
  /** Path of the imported folder from the root of the site, or an empty text. */
  folder: string;
}

/** A site of a generator whose configuration is scanned for literal values. The rules of the generator give the addresses. */
export class RoutedSite extends ListedSite {
  override readonly generator: GeneratorName;
  override readonly basePath: string;
  override readonly defaultLanguage: string | undefined;
  override readonly contentFolders: readonly string[];
  readonly #config: readonly ConfigObject[];
  readonly #routes: Routes;
  readonly #url: string | undefined;
  readonly #folders: readonly ContentFolder[];
  readonly #folder: string;
  /** The folder of files outside of every folder of content. Default: none. */
  readonly #fallback: ContentFolder | undefined;

  constructor({ generator, main, versions, lists, folder }: SiteParts) {
    super(lists, folder);
    this.generator = generator;
    this.#folder = folder;
    const { path = "", text = "" } = main ?? {};
    this.#config = /\.[cm]?[jt]s$/.test(path) ? scriptLiterals(text) : lineLiterals(text);
    this.#routes = routes[generator];
    this.#url = textOf(this.#routes.url?.(this.#config));
    this.basePath = joined(segmentsOf(textOf(this.#routes.base?.(this.#config)) ?? ""));
    this.defaultLanguage = toLanguage(
      ["defaultLocale", "lang", "default_language", "DEFAULT_LANG", "language"]
        .map((key) => valueIn(this.#config, key))
        .find((value) => typeof value === "string"),
    );
    const given = this.#routes.content?.(this.#config, versions) ?? [];
    const found = given.length > 0 ? given : generators[generator].content.map((one) => ({ path: one }));
    const root = path.replace(/(?:^|\/)(?:\.(?:vite|vue)press\/)?[^/]*$/, "");
    const all = found.map((one) => ({ ...one, path: below(root, one.path) }));
    // Without a configuration, the imported folder can be the folder of content itself.
    this.#fallback = main === undefined ? all[0] : undefined;
    // The longest path is the most specific.
    this.#folders = all.toSorted((one, other) => other.path.length - one.path.length);
    this.contentFolders = this.#folders.map((one) => one.path);
  }

  /** Partials are parts of other pages. Files about a repository are no pages of a site in a folder of it. */
  override isExcluded(path: string): boolean {
    if (this.generator === "docusaurus" && partial.test(path)) return true;
    if (markdownOnly.has(this.generator) && /\.html?$/i.test(path)) return true;
    if (this.#fallback !== undefined || this.#folder !== "" || this.contentFolders.includes("")) return false;
    const name = segmentsOf(path).at(-1) ?? "";
    // HTML outside of the content is a template of a theme.
    return (isAboutRepository(name) || /\.html?$/i.test(name)) && this.#placeOf(path) === undefined;
  }

  /** Generators leave out such files, or take them as parts of others. Zola reads them. */
  override restrictionOf(path: string): string | undefined {
    return this.generator === "zola" ? undefined : restrictionOfName(path);
  }

  override addressOf(page: SitePage): string | undefined {
    const found = this.#placeOf(page.path);
    if (found === undefined) return undefined;
    const { parts, folder } = found;
    const name = (parts.at(-1) ?? "").replace(/\.[^.]*$/, "");
    const routed = { ...page, folders: parts.slice(0, -1), name };
    const path = this.#routes.addressOf(routed, folder, this.#config);
    if (path === undefined) return undefined;
    const base = joined(segmentsOf(folder.base ?? ""));
    const whole = `${this.basePath}${base}${path === "/" && base !== "" ? "" : path}`;
    return toAddress(this.#url, encodePath(whole));
  }

  /** Returns the folder of content of a file, and the file's path below it. */
  #placeOf(path: string): { parts: string[]; folder: ContentFolder } | undefined {
    const parts = segmentsOf(`${this.#folder}/${path}`);
    const whole = parts.join("/");
    if (this.generator === "docusaurus") {
      const [start = "", language = "", plugin = "pages", version] = translation.exec(whole) ?? [];
      const kind = plugin === "pages" ? undefined : (plugin as "blog" | "docs");
      const original = this.#folders.find((one) => one.kind === kind);
      const base = joined([language, original?.base ?? "", version ?? ""].filter((one) => one !== ""));
      if (start !== "")
        return {
          parts: segmentsOf(whole.slice(start.length)),
          folder: { path: start, base, ...(kind && { kind }) },
        };
    }
    const folder = this.#folders.find((one) => one.path === "" || whole.startsWith(`${one.path}/`));
    if (folder !== undefined) return { parts: parts.slice(segmentsOf(folder.path).length), folder };
    return this.#fallback && { parts, folder: this.#fallback };
  }
}

function joined(parts: readonly string[]): string {
  return parts.map((part) => `/${part}`).join("");
}

/** Returns a path of a configuration from the root of the site. `..` cannot leave it. */
function below(root: string, path: string): string {
  return resolvePath(path.startsWith("/") ? "" : root, path).parts.join("/");
}
