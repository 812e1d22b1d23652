import {
  type Check,
  type Checks,
  choice,
  fields,
  flag,
  integer,
  methods,
  rule,
  textRule,
} from "../base/input/check_options.ts";
import type { ImportSource, ReadOptions } from "./import_item.ts";
import { type FileOptions, languageSources, slugSources } from "./file_options.ts";
import { HugoSite } from "./site_config/hugo_site.ts";
import { JekyllSite } from "./site_config/jekyll_site.ts";
import { ListedSite } from "./site_config/listed_site.ts";

const action = "read the posts";
const sourceCheck = methods(["read"] satisfies (keyof ImportSource)[]);
const textCheck = textRule("the content of a file", () => true);

const siteUrl: Check = textRule(
  "an absolute http or https URL such as https://example.com, without user and password",
  (text) => URL.canParse(text) && /^https?:\/\/[^/?#@]*(?:[/?#]|$)/.test(new URL(text).href),
);

const now = integer(-8.64e15, 8.64e15);

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** Checks the form only, because definitions were validated with their organization. */
export const postFieldsCheck: Check = rule("an array of fields", Array.isArray);

const readCheck = fields<ReadOptions>({ siteUrl, now, postFields: postFieldsCheck, content: flag }, [
  "siteUrl",
]);

const fileChecks: Checks<FileOptions> = {
  path: textRule("a path with / between its parts", (text) => text !== ""),
  siteUrl,
  now,
  slugFrom: choice(...slugSources),
  languageFrom: choice(...languageSources),
  permalink: textRule("a pattern such as /:year/:title/", (text) => text !== "" && text.length <= 2000),
  site: rule("a site that readSiteConfig returned", (site) =>
    [JekyllSite, HugoSite, ListedSite].some((kind) => site instanceof kind),
  ),
  postFields: postFieldsCheck,
  linksLater: flag,
  columns: rule("an array of texts", isTexts),
  content: flag,
};

const fileCheck = fields<FileOptions>(fileChecks, ["path", "siteUrl", "now"]);

/** @throws {InvalidOptionError} if an option is unknown, missing or not allowed */
export function checkReadArguments(source: ImportSource, options: ReadOptions): void {
  sourceCheck(source, { action, option: "source" });
  readCheck(options, { action, option: "" });
}

/** @throws {InvalidOptionError} if an option is unknown, missing or not allowed */
export function checkFileArguments(text: string, options: FileOptions): void {
  textCheck(text, { action, option: "text" });
  fileCheck(options, { action, option: "" });
}
