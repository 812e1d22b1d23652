import type {
  CustomField,
  OrganizationContents,
  OrganizationFaq,
  OrganizationInput,
  PublicApi,
  StoredOrganization,
} from "../../../lib/mod.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { openOrCreateStorage } from "../store/open_storage.ts";
import { printDone, printList, printRecord } from "../frame/output/output.ts";
import { withCount } from "../frame/output/progress.ts";
import { confirm, yesArgument } from "../frame/input/confirm.ts";
import { toOrganizationFaq, organizationFaqArguments } from "./faq_arguments.ts";
import { readInput, readJson } from "../frame/input/read_input.ts";
import { toInteger, toList, withApi } from "../store/with_api.ts";
import {
  choice,
  positional,
  requiredText,
  text,
  toggle,
  type ValuesOf,
} from "../frame/arguments/argument_definition.ts";
import { storeCommand } from "../store/store_command.ts";
import { storeArguments } from "../store/store_arguments.ts";
import { parseSynonyms } from "../../../lib/content/mod.ts";
import { given } from "../../../lib/base/given.ts";

const slug = positional("Slug of the organization");

const fieldArguments = {
  "site-url": text("URL of the site that shows the posts: https://example.com"),
  "post-url-template": text("Path of a post's page on the site (a new organization: /blog/{slug})"),
  language: text("BCP 47 tag of posts without a language (a new organization: en-US)"),
  section: text("Section of posts without a section (a new organization: Articles)"),
  speakable: text("CSS selectors of a post's page, separated by commas"),
  description: text("Description of the site, in plain text"),
  logo: text("Absolute URL of the publisher's logo"),
  "same-as": text("URLs of other pages about the organization, such as profiles, separated by commas"),
  "sitemap-url": text("URL of the site's sitemap (a new organization: /sitemap.xml on the site)"),
  "post-sitemap-url": text(
    "URL of the site's sitemap of posts (a new organization: /sitemap-posts.xml on the site)",
  ),
  "preview-url": text("URL of the site's own preview, with {slug} and {token} (default: a page of the API)"),
  feeds: choice("Feeds of the newest posts, and an llms.txt (a new organization: off)", ["on", "off"]),
  "paid-content": choice(
    "Readers of the content of paid posts: open for everyone, key for callers with a key (a new organization: open)",
    ["open", "key"],
  ),
  "post-fields": text(
    "JSON file with the fields of posts that the organization defines, or - for the standard input",
  ),
  synonyms: text(
    "File with the words that mean the same in searches, a group per line, separated by commas, or - for the standard input",
  ),
  "rate-limit-per-day": text("Requests per key and UTC day"),
  ...organizationFaqArguments,
} as const;

type OrganizationFields = Partial<Omit<OrganizationInput, "slug" | "name">>;

async function readFields(args: ValuesOf<typeof fieldArguments>): Promise<OrganizationFields> {
  const limit = args["rate-limit-per-day"];
  const fieldFile = args["post-fields"];
  const { synonyms } = args;
  return given({
    siteUrl: args["site-url"],
    postUrlTemplate: args["post-url-template"],
    language: args.language,
    section: args.section,
    speakable: args.speakable === undefined ? undefined : toList(args.speakable),
    description: args.description,
    logo: args.logo,
    sameAs: args["same-as"] === undefined ? undefined : toList(args["same-as"]),
    sitemapUrl: args["sitemap-url"],
    postSitemapUrl: args["post-sitemap-url"],
    previewUrl: args["preview-url"],
    feeds: args.feeds === undefined ? undefined : args.feeds === "on",
    paidContent: args["paid-content"],
    // The manager validates the definitions.
    postFields: fieldFile === undefined ? undefined : ((await readJson(fieldFile)) as CustomField[]),
    synonyms: synonyms === undefined ? undefined : parseSynonyms(await readInput(synonyms)),
    faq: toOrganizationFaq(args),
    rateLimit: limit === undefined ? undefined : { perDay: toInteger("rate-limit-per-day", limit) },
  });
}

const create: CliCommand = storeCommand({
  description: "Create an organization",
  args: {
    slug,
    name: requiredText("Name of the organization"),
    ...fieldArguments,
    "site-url": { ...fieldArguments["site-url"], required: true },
  },
  examples: {
    "postern org create acme --name Acme --site-url https://acme.example": "create an organization",
  },
  open: openOrCreateStorage,
  run: async ({ api, args }) => {
    const input = {
      ...(await readFields(args)),
      slug: args.slug,
      name: args.name,
      siteUrl: args["site-url"],
    };
    const organization = await api.organizations.create(input);
    await printDone(`Created the organization ${organization.slug}`, organization, args);
  },
});

const list: CliCommand = storeCommand({
  description: "List the organizations",
  examples: { "postern org list --json | jq -r '.[].slug'": "list the slugs" },
  run: async ({ api, args }) =>
    printList<StoredOrganization>(api.organizations.iterate(), args, [
      { header: "SLUG", value: ({ slug }) => slug },
      { header: "NAME", value: ({ name }) => name, least: 10 },
      { header: "SITE", value: ({ siteUrl }) => siteUrl, least: 16 },
      { header: "CREATED", value: ({ createdAt }) => createdAt, least: 11 },
    ]),
});

const show: CliCommand = storeCommand({
  description: "Show an organization",
  args: { slug },
  examples: { "postern org show acme": "show all fields" },
  run: async ({ api, args }) => {
    const organization = await api.organizations.get(args.slug);
    if (organization === null) throw new CliError(`There is no organization "${args.slug}"`);
    await printRecord(organization, args);
  },
});

const update: CliCommand = cliCommand({
  description: "Change some fields of an organization",
  args: {
    slug,
    name: text("Name of the organization"),
    ...fieldArguments,
    "faq-reset": toggle("Remove the organization's FAQ settings; the server's settings apply"),
    ...storeArguments,
  },
  examples: {
    "postern org update acme --rate-limit-per-day 5000": "change the limit of its keys",
    "postern org update acme --feeds on": "turn on feeds and llms.txt",
    "postern org update acme --paid-content key": "give paid content only to callers with a key",
    "postern org update acme --faq-sources h4,details --faq-languages":
      "find questions in more places and languages",
    "postern org update acme --faq-bare-text=false": "turn a setting off",
    "postern org update acme --post-fields fields.json": "define the fields of posts",
    "postern org update acme --synonyms synonyms.txt": "define words that mean the same in searches",
  },
  run: async ({ args }) => {
    const isReset = args["faq-reset"];
    const changes = { ...given({ name: args.name }), ...(await readFields(args)) };
    if (Object.keys(changes).length === 0 && !isReset)
      throw new UsageError("Nothing to change: name a field");
    await withApi(args, async (api) => {
      const faq = await mergedFaq(api, args.slug, { changed: changes.faq, isReset });
      const organization = await api.organizations.update(args.slug, { ...changes, ...given({ faq }) });
      await printDone(`Updated the organization ${organization.slug}`, organization, args);
    });
  },
});

/** Returns the organization's FAQ settings with the changed ones. */
async function mergedFaq(
  api: PublicApi,
  slug: string,
  { changed, isReset }: { changed: OrganizationFaq | undefined; isReset: boolean },
): Promise<OrganizationFaq | undefined> {
  if (isReset) return changed ?? {};
  if (changed === undefined) return undefined;
  const organization = await api.organizations.get(slug);
  return { ...organization?.faq, ...changed };
}

const remove: CliCommand = storeCommand({
  description: "Delete an organization and all its data",
  args: {
    slug,
    yes: yesArgument,
    "dry-run": toggle("Show what would be deleted"),
  },
  examples: {
    "postern org delete acme --dry-run": "count what would be deleted",
    "postern org delete acme --yes": "delete it without being asked",
  },
  run: async ({ api, args }) => {
    const contents = await api.organizations.contents(args.slug);
    if (contents === null) throw new CliError(`There is no organization "${args.slug}"`);
    const all = `the organization ${args.slug} with ${toCounts(contents)}`;
    if (args["dry-run"]) {
      await printDone(`Would delete ${all}`, { slug: args.slug, wouldDelete: contents }, args);
      return;
    }
    if (!args.yes) await confirm(`Delete ${all}? This cannot be undone.`);
    await withCount("records", async (onProgress) => api.organizations.delete(args.slug, { onProgress }));
    await printDone(`Deleted ${all}`, { slug: args.slug, deleted: contents }, args);
  },
});

function toCounts({ posts, texts, members, keys, auditEntries }: OrganizationContents): string {
  const counts = [
    counted(posts, "post", "posts"),
    counted(texts, "text", "texts"),
    counted(members, "member", "members"),
    counted(keys, "key", "keys"),
  ];
  return `${counts.join(", ")} and ${counted(auditEntries, "audit entry", "audit entries")}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const orgCommand: CliCommand = commandGroup("Organizations", {
  create,
  list,
  show,
  update,
  delete: remove,
});
