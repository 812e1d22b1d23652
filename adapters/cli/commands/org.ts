import type {
  CustomField,
  OrganizationContents,
  OrganizationFaq,
  OrganizationInput,
  PaidContent,
  PublicApi,
  StoredOrganization,
} from "../../../lib/mod.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { openOrCreateStorage } from "../store/open_storage.ts";
import { printDone, printList, printRecord } from "../frame/output/output.ts";
import { ProgressDisplay } from "../frame/output/progress.ts";
import { confirm } from "../frame/input/confirm.ts";
import { organizationFaqArguments, type OrganizationFaqValues, toOrganizationFaq } from "./faq_arguments.ts";
import { readJson } from "../frame/input/read_input.ts";
import { storeArguments } from "../store/store_arguments.ts";
import { given, toInteger, toList, withApi } from "../store/with_api.ts";

const slug = { type: "positional", description: "Slug of the organization", required: true } as const;

const fieldArguments = {
  "site-url": { type: "string", description: "URL of the site that shows the posts: https://example.com" },
  "post-url-template": {
    type: "string",
    description: "Path of a post's page on the site (a new organization: /blog/{slug})",
  },
  language: {
    type: "string",
    description: "BCP 47 tag of posts without a language (a new organization: en-US)",
  },
  section: {
    type: "string",
    description: "Section of posts without a section (a new organization: Articles)",
  },
  speakable: { type: "string", description: "CSS selectors of a post's page, separated by commas" },
  description: { type: "string", description: "Description of the site, in plain text" },
  logo: { type: "string", description: "Absolute URL of the publisher's logo" },
  "same-as": {
    type: "string",
    description: "URLs of other pages about the organization, such as profiles, separated by commas",
  },
  "sitemap-url": {
    type: "string",
    description: "URL of the site's sitemap (a new organization: /sitemap.xml on the site)",
  },
  "post-sitemap-url": {
    type: "string",
    description: "URL of the site's sitemap of posts (a new organization: /sitemap-posts.xml on the site)",
  },
  feeds: {
    type: "enum",
    description: "Feeds of the newest posts, and an llms.txt (a new organization: off)",
    options: ["on", "off"] as string[],
  },
  "paid-content": {
    type: "enum",
    description:
      "Readers of the content of paid posts: open for everyone, key for callers with a key (a new organization: open)",
    options: ["open", "key"] as string[],
  },
  "post-fields": {
    type: "string",
    description:
      "JSON file with the fields of posts that the organization defines, or - for the standard input",
  },
  "rate-limit-per-day": { type: "string", description: "Requests per key and UTC day" },
  ...organizationFaqArguments,
} as const;

interface FieldValues extends OrganizationFaqValues {
  "site-url"?: string | undefined;
  "post-url-template"?: string | undefined;
  language?: string | undefined;
  section?: string | undefined;
  speakable?: string | undefined;
  description?: string | undefined;
  logo?: string | undefined;
  "same-as"?: string | undefined;
  "sitemap-url"?: string | undefined;
  "post-sitemap-url"?: string | undefined;
  feeds?: string | undefined;
  "paid-content"?: string | undefined;
  "post-fields"?: string | undefined;
  "rate-limit-per-day"?: string | undefined;
}

async function readFields(args: FieldValues): Promise<Partial<Omit<OrganizationInput, "slug" | "name">>> {
  const limit = args["rate-limit-per-day"];
  const fieldFile = args["post-fields"];
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
    feeds: args.feeds === undefined ? undefined : args.feeds === "on",
    paidContent: args["paid-content"] as PaidContent | undefined,
    // The manager validates the definitions.
    postFields: fieldFile === undefined ? undefined : ((await readJson(fieldFile)) as CustomField[]),
    faq: toOrganizationFaq(args),
    rateLimit: limit === undefined ? undefined : { perDay: toInteger("rate-limit-per-day", limit) },
  });
}

const create: CliCommand = cliCommand({
  meta: { name: "create", description: "Create an organization" },
  args: {
    slug,
    name: { type: "string", description: "Name of the organization", required: true },
    ...fieldArguments,
    "site-url": { ...fieldArguments["site-url"], required: true },
    ...storeArguments,
  },
  examples: [
    {
      line: "postern org create acme --name Acme --site-url https://acme.example",
      does: "create an organization",
    },
  ],
  run: async ({ args }) =>
    withApi(
      args,
      async (api) => {
        const input = {
          ...(await readFields(args)),
          slug: args.slug,
          name: args.name,
          siteUrl: args["site-url"],
        };
        const organization = await api.organizations.create(input);
        await printDone(`Created the organization ${organization.slug}`, organization, args);
      },
      openOrCreateStorage,
    ),
});

const list: CliCommand = cliCommand({
  meta: { name: "list", description: "List the organizations" },
  args: storeArguments,
  examples: [{ line: "postern org list --json | jq -r '.[].slug'", does: "list the slugs" }],
  run: async ({ args }) =>
    withApi(args, async (api) =>
      printList<StoredOrganization>(api.organizations.iterate(), {
        json: args.json,
        columns: [
          { header: "SLUG", value: ({ slug }) => slug },
          { header: "NAME", value: ({ name }) => name, least: 10 },
          { header: "SITE", value: ({ siteUrl }) => siteUrl, least: 16 },
          { header: "CREATED", value: ({ createdAt }) => createdAt, least: 11 },
        ],
      }),
    ),
});

const show: CliCommand = cliCommand({
  meta: { name: "show", description: "Show an organization" },
  args: { slug, ...storeArguments },
  examples: [{ line: "postern org show acme", does: "show all fields" }],
  run: async ({ args }) =>
    withApi(args, async (api) => {
      const organization = await api.organizations.get(args.slug);
      if (organization === null) throw new CliError(`There is no organization "${args.slug}"`);
      await printRecord(organization, args);
    }),
});

const update: CliCommand = cliCommand({
  meta: { name: "update", description: "Change some fields of an organization" },
  args: {
    slug,
    name: { type: "string", description: "Name of the organization" },
    ...fieldArguments,
    "faq-reset": {
      type: "boolean",
      description: "Remove the organization's FAQ settings; the server's settings apply",
      default: false,
    },
    ...storeArguments,
  },
  examples: [
    { line: "postern org update acme --rate-limit-per-day 5000", does: "change the limit of its keys" },
    { line: "postern org update acme --feeds on", does: "turn on feeds and llms.txt" },
    {
      line: "postern org update acme --paid-content key",
      does: "give paid content only to callers with a key",
    },
    {
      line: "postern org update acme --faq-sources h4,details --faq-languages",
      does: "find questions in more places and languages",
    },
    { line: "postern org update acme --faq-bare-text=false", does: "turn a setting off" },
    { line: "postern org update acme --post-fields fields.json", does: "define the fields of posts" },
  ],
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

const remove: CliCommand = cliCommand({
  meta: { name: "delete", description: "Delete an organization and all its data" },
  args: {
    slug,
    yes: {
      type: "boolean",
      description: "Do not ask for confirmation; required without a terminal",
      default: false,
    },
    "dry-run": { type: "boolean", description: "Show what would be deleted", default: false },
    ...storeArguments,
  },
  examples: [
    { line: "postern org delete acme --dry-run", does: "count what would be deleted" },
    { line: "postern org delete acme --yes", does: "delete it without being asked" },
  ],
  run: async ({ args }) =>
    withApi(args, async (api) => {
      const contents = await api.organizations.contents(args.slug);
      if (contents === null) throw new CliError(`There is no organization "${args.slug}"`);
      const all = `the organization ${args.slug} with ${toCounts(contents)}`;
      if (args["dry-run"]) {
        await printDone(`Would delete ${all}`, { slug: args.slug, wouldDelete: contents }, args);
        return;
      }
      if (!args.yes) await confirm(`Delete ${all}? This cannot be undone.`);
      const display = new ProgressDisplay();
      const onProgress = (items: number): void =>
        display.update({ done: items, total: undefined, items, unit: "records" });
      await api.organizations.delete(args.slug, { onProgress });
      display.end();
      await printDone(`Deleted ${all}`, { slug: args.slug, deleted: contents }, args);
    }),
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

export const orgCommand: CliCommand = commandGroup("org", "Organizations", {
  create,
  list,
  show,
  update,
  delete: remove,
});
