import { permissionsOfRole } from "../../../lib/access/mod.ts";
import { postStatuses, statusAt } from "../../../lib/content/mod.ts";
import type { PostInput, PostPreview, PublicApi, StoredPost } from "../../../lib/mod.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printDone, printList, printRecord, write } from "../frame/output/output.ts";
import { printable, printableLine } from "../frame/output/printable.ts";
import { postImportCommand } from "./post_import.ts";
import { previewLinkCommand } from "./preview_link.ts";
import { postRenderCommand } from "./post_render.ts";
import { organizationArguments } from "../store/store_arguments.ts";
import { withOrganization } from "../store/with_api.ts";

const slug = { type: "positional", description: "Slug of the post", required: true } as const;

const list: CliCommand = cliCommand({
  meta: { name: "list", description: "List the posts, oldest first" },
  args: {
    status: { type: "enum", description: "Only posts of this status", options: [...postStatuses] },
    ...organizationArguments,
  },
  examples: [
    { line: "postern post list --status draft", does: "list the drafts" },
    { line: "postern post list | cut -f2", does: "list the slugs" },
  ],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) =>
      printList(filterByStatus(api.posts.iterate(organizationSlug), args.status), {
        json: args.json,
        columns: [
          { header: "ID", value: ({ id }) => id },
          { header: "SLUG", value: ({ slug }) => slug, least: 20 },
          { header: "STATUS", value: ({ status }) => status },
          { header: "PUBLISHED", value: ({ publishedAt }) => publishedAt ?? "-", least: 11 },
          { header: "NAME", value: ({ name }) => name, least: 12 },
        ],
      }),
    ),
});

async function* filterByStatus(
  posts: AsyncIterable<StoredPost>,
  status: string | undefined,
): AsyncGenerator<StoredPost> {
  for await (const post of posts) {
    const now = statusAt(post, Date.now());
    if (status === undefined || now === status) yield { ...post, status: now };
  }
}

const show: CliCommand = cliCommand({
  meta: { name: "show", description: "Show a post as it is stored" },
  args: {
    slug,
    html: { type: "boolean", description: "Write the content only" },
    ...organizationArguments,
  },
  examples: [{ line: "postern post show hello --html > hello.html", does: "save a post's content" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const post = await api.posts.get({ organizationSlug, slug: args.slug });
      if (post === null) throw noPost(organizationSlug, args.slug);
      const { html, markdown, ...fields } = post;
      if (args.html) return write(html);
      const lengths = {
        markdown: markdown && `${markdown.length} characters`,
        html: `${html.length} characters`,
      };
      await printRecord(args.json ? post : { ...fields, ...lengths }, args);
    }),
});

const preview: CliCommand = cliCommand({
  meta: {
    name: "preview",
    description: "Show a post as readers and search engines see it, also before it is published",
  },
  args: { slug, ...organizationArguments },
  examples: [
    { line: "postern post preview hello", does: "show the address, the questions and the structured data" },
    { line: "postern post preview hello --json", does: "show the same as JSON" },
  ],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const operator = { userId: "", organizationSlug, permissions: permissionsOfRole.owner };
      const preview = await api.admin.posts.preview({ actor: operator, slug: args.slug });
      if (args.json) return printRecord(preview, args);
      const { faqEntries, structuredData, warnings, sitemapEntry, ...fields } = preview;
      await printRecord({ ...fields, sitemapEntry: sitemapEntry ?? "none" }, args);
      await printQuestions(faqEntries);
      for (const { pointer, message } of warnings) await write(`\nWarning: ${pointer} ${message}\n`);
      await write(`\nStructured data:\n${printable(JSON.stringify(structuredData, null, 2))}\n`);
    }),
});

async function printQuestions(entries: PostPreview["faqEntries"]): Promise<void> {
  await write(entries.length === 0 ? "\nNo questions.\n" : "\nQuestions:\n");
  for (const { question, answer } of entries)
    await write(`  ${printableLine(question)}\n    ${printable(answer).replaceAll("\n", "\n    ")}\n`);
}

function changeCommand(
  name: string,
  description: string,
  { changes, done }: { changes: Partial<PostInput>; done: string },
): CliCommand {
  return cliCommand({
    meta: { name, description },
    args: { slug: { ...slug, description: "Slugs of the posts" }, ...organizationArguments },
    isRepeated: true,
    examples: [{ line: `postern post ${name} hello world`, does: `${name} two posts` }],
    run: async ({ args }) => changePosts(args, changes, done),
  });
}

const publish: CliCommand = cliCommand({
  meta: { name: "publish", description: "Publish posts now, or schedule them" },
  args: {
    slug: { ...slug, description: "Slugs of the posts" },
    at: {
      type: "string",
      description: "ISO 8601 date and time; a future time schedules the posts (default: now)",
    },
    ...organizationArguments,
  },
  isRepeated: true,
  examples: [
    { line: "postern post publish hello", does: "publish a draft" },
    { line: "postern post publish hello --at 2027-01-01T09:00:00Z", does: "schedule a post" },
  ],
  run: async ({ args }) => {
    const changes: Partial<PostInput> = { status: "published" };
    if (args.at !== undefined) changes.publishedAt = args.at;
    await changePosts(args, changes, "is");
  },
});

async function changePosts(
  args: { storage: string; org?: string | undefined; json: boolean; _: string[] },
  changes: Partial<PostInput>,
  done: string,
): Promise<void> {
  await withOrganization(args, async (api, organizationSlug) => {
    for (const slug of args._) {
      const { html: _html, ...post } = await api.posts.update({ organizationSlug, slug }, changes);
      const when = post.status === "scheduled" ? ` for ${post.publishedAt ?? ""}` : "";
      await printDone(`${slug} ${done} ${post.status}${when}`, post, args);
    }
  });
}

const rename: CliCommand = cliCommand({
  meta: {
    name: "rename",
    description: "Give a post another slug; the former slug of a public post redirects",
  },
  args: {
    slug,
    to: { type: "positional", description: "The new slug", required: true },
    ...organizationArguments,
  },
  examples: [{ line: "postern post rename hello welcome", does: "rename a post" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const { html: _html, ...post } = await api.posts.update(
        { organizationSlug, slug: args.slug },
        { slug: args.to },
      );
      await printDone(`${args.slug} is ${post.slug} now`, post, args);
    }),
});

const remove: CliCommand = cliCommand({
  meta: { name: "delete", description: "Delete posts" },
  args: { slug: { ...slug, description: "Slugs of the posts" }, ...organizationArguments },
  isRepeated: true,
  examples: [{ line: "postern post delete hello", does: "delete a post" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      for (const slug of args._) await deletePost(api, organizationSlug, slug);
      await printDone(`Deleted ${args._.join(", ")}`, { deleted: args._ }, args);
    }),
});

async function deletePost(api: PublicApi, organizationSlug: string, slug: string): Promise<void> {
  if (!(await api.posts.delete({ organizationSlug, slug }))) throw noPost(organizationSlug, slug);
}

function noPost(organizationSlug: string, slug: string): CliError {
  return new CliError(`"${organizationSlug}" has no post "${slug}"`);
}

export const postCommand: CliCommand = commandGroup("post", "Posts", {
  import: postImportCommand,
  list,
  show,
  preview,
  "preview-link": previewLinkCommand,
  publish,
  unpublish: changeCommand(
    "unpublish",
    "Turn posts into drafts again; the public API no longer returns them",
    {
      changes: { status: "draft" },
      done: "is a",
    },
  ),
  rename,
  render: postRenderCommand,
  delete: remove,
});
