import { toLanguage } from "../values/post_fields.ts";

/** Place of a post's language. */
export type LanguageSource = "front-matter" | "folder" | "suffix";

/** Folders that come before a folder of a language, such as `content/` in `content/fr/hello.md`. */
const roots: ReadonlySet<string> = new Set(
  (
    "src content contents pages page site sites app apps docs doc documentation blog blogs posts post articles article " +
    "website www web packages i18n _i18n lang langs language languages locale locales translations _posts _drafts " +
    "_docs _pages _articles _releases data markdown source"
  ).split(" "),
);

/** Folders of Docusaurus translations, and the folders of the originals. */
const docusaurusFolders: Readonly<Record<string, string>> = {
  "docusaurus-plugin-content-blog": "blog",
  "docusaurus-plugin-content-docs": "docs",
  "docusaurus-plugin-content-pages": "src/pages",
};

/** A path without the folder of its language. */
export interface PathLanguage {
  language: string | undefined;
  folders: string[];
}

/**
 * Finds the folder of a language. By default only folders at the root or in folders such as `content` are languages.
 *
 * @param known language of the front matter, which can be the name of any folder
 */
export function languageOfFolders(
  folders: readonly string[],
  { from, known }: { from?: LanguageSource | undefined; known?: string | undefined },
): PathLanguage {
  const named = known === undefined ? -1 : folders.findIndex((folder) => toLanguage(folder) === known);
  const first = folders.findIndex((folder) => !roots.has(folder));
  const found =
    from === "folder"
      ? folders.findIndex((folder) => !roots.has(folder) && isLanguageName(folder))
      : isLanguageName(folders[first] ?? "") && from === undefined
        ? first
        : -1;
  const index = named < 0 ? found : named;
  if (index < 0) return { language: undefined, folders: [...folders] };
  return {
    language: toLanguage(folders[index]),
    folders: [...folders.slice(0, index), ...folders.slice(index + 1)],
  };
}

/** Returns the folders of the original post, for a post that Docusaurus translates. */
export function originalFolders(folders: readonly string[]): string[] {
  const index = folders.findIndex((folder) => Object.hasOwn(docusaurusFolders, folder));
  if (index < 0) return [...folders];
  const rest = folders.slice(index + 1);
  const before = folders.slice(0, index).filter((folder) => folder !== "i18n");
  const original = docusaurusFolders[folders[index] ?? ""] ?? "";
  return [...before, ...original.split("/"), ...(rest[0] === "current" ? rest.slice(1) : rest)];
}

/** True if a folder only holds content, and is no part of the addresses of its posts. */
export function isRootFolder(folder: string): boolean {
  return roots.has(folder);
}

/** File extensions that are also codes of languages. */
const extensions: ReadonlySet<string> = new Set(["io", "sh", "ts"]);

const namePattern =
  /^[a-z]{2,3}(?:[-_](?:Arab|Cyrl|Deva|Hans|Hant|Latn|hans|hant|latn|cyrl))?(?:[-_](?:[A-Za-z]{2}|419))?$/;
const languageNames = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const regionNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** True for names such as `fr`, `pt-br` and `zh_TW` of languages that exist. `js` and `api` are not languages. */
export function isLanguageName(name: string): boolean {
  if (extensions.has(name) || !namePattern.test(name)) return false;
  const language = toLanguage(name);
  if (language === undefined) return false;
  const { language: primary, region } = new Intl.Locale(language);
  return (
    languageNames.of(primary) !== undefined && (region === undefined || regionNames.of(region) !== undefined)
  );
}
