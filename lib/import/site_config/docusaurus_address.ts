import { resolvePath, textOf } from "./config_values.ts";
import { joinPath, type RoutedPage } from "./routed_page.ts";

/** A number before a name, such as `01-`. Dates and versions such as `2020-01` and `1.2` are no numbers. */
const numbered = /^(\d{1,20})\s{0,9}[-_.]+\s{0,9}([^-_.\s].*)$/;
const dateOrVersion = /^(?:\d{2,4}[-_.]\d{2}|\d+[._]\d)/;
const datedPost = /^(.*?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*)$/;

/** Returns the address of a doc: its `slug`, or else its folder with `id` or the name of the file. */
export function docAddress({ folders, name, data }: RoutedPage): string {
  const plain = folders.map(withoutNumber);
  const folder = joinPath(plain);
  const slug = textOf(data["slug"]);
  if (slug !== undefined) return resolved(slug, folder);
  const file = withoutNumber(name);
  const isIndex = /^(?:index|readme)$/i.test(file) || file.toLowerCase() === plain.at(-1)?.toLowerCase();
  return isIndex ? folder : resolved(textOf(data["id"]) ?? file, folder);
}

/** Returns the address of a blog post: its `slug`, or else the date and name of its file. */
export function blogAddress({ folders, name, data }: RoutedPage): string {
  const slug = textOf(data["slug"]);
  if (slug !== undefined) return resolved(slug, "/");
  const path = [...folders, ...(name === "index" ? [] : [name])].join("/");
  const [, above = "", date = "", text = ""] = datedPost.exec(path) ?? [];
  if (date === "") return `/${path}`;
  return joinPath([...date.split(/[-/]/), ...`${above}${text}`.split("/")]);
}

function withoutNumber(name: string): string {
  return dateOrVersion.test(name) ? name : (numbered.exec(name)?.[2] ?? name);
}

function resolved(slug: string, folder: string): string {
  return slug.startsWith("/") ? slug : joinPath(resolvePath(folder, slug).parts);
}
