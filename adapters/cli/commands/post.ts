import { statusAt, postStatuses, UnpublishedChangesError } from "../../../lib/content/mod.ts";
import type { AdminPostAddress, ListedPost, PublishOptions } from "../../../lib/api/mod.ts";
import { given } from "../../../lib/base/given.ts";
import type { PostPreview, PublicApi, StoredPostWithHtml } from "../../../lib/mod.ts";
import { type CliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printDone, printList, printRecord, write } from "../frame/output/output.ts";
import { printable, printableLine } from "../frame/output/printable.ts";
import { postRenderCommand } from "./post_render.ts";
import { operatorOf } from "../store/with_api.ts";
import { choice, positional, text } from "../frame/arguments/argument_definition.ts";
import { organizationCommand } from "../store/store_command.ts";
import { postImportCommand } from "./post_import.ts";
import { previewLinkCommand } from "./preview_link.ts";

const slug = positional("Slug of the post");
const slugs = positional("Slugs of the posts");

const list: CliCommand = organizationCommand({
  description: "List the posts, oldest first",
  args: { status: choice("Only posts of this status", [...postStatuses]) },
  examples: {
    "postern post list --status draft": "list the drafts",
    "postern post list | cut -f2": "list the slugs",
  },
  run: async ({ api, organizationSlug, args }) =>
    printList(filterByStatus(postsOf(api, organizationSlug), args.status), args, [
      { header: "ID", value: ({ id }) => id },
      { header: "SLUG", value: ({ slug }) => slug, least: 20 },
      { header: "STATUS", value: ({ status }) => status },
      { header: "PUBLISHED", value: ({ publishedAt }) => publishedAt ?? "-", least: 11 },
      { header: "CHANGES", value: ({ unpublishedChanges }) => changesText(unpublishedChanges), least: 7 },
      { header: "NAME", value: ({ name }) => name, least: 12 },
    ]),
});

/** Lists all posts, the oldest first, with the marks of unpublished changes. */
async function* postsOf(api: PublicApi, organizationSlug: string): AsyncGenerator<ListedPost> {
  const actor = operatorOf(organizationSlug);
  let after: string | null | undefined;
  while (after !== null) {
    const page = { sort: "createdAt", limit: 100, ...(after !== undefined && { after }) } as const;
    const { posts, next } = await api.admin.posts.list(actor, page);
    yield* posts;
    after = next;
  }
}

/** Returns the author and the time of unpublished changes. */
function changesText(changes: ListedPost["unpublishedChanges"]): string {
  if (changes === undefined) return "-";
  return changes.by === undefined ? changes.at : `${changes.at} by ${changes.by}`;
}

async function* filterByStatus(
  posts: AsyncIterable<ListedPost>,
  status: string | undefined,
): AsyncGenerator<ListedPost> {
  for await (const post of posts) {
    const now = statusAt(post, Date.now());
    if (status === undefined || now === status) yield { ...post, status: now };
  }
}

const show: CliCommand = organizationCommand({
  description: "Show a post as it is stored",
  args: { slug, html: { type: "boolean", description: "Write the content only" } },
  examples: { "postern post show hello --html > hello.html": "save a post's content" },
  run: async ({ api, organizationSlug, args }) => {
    const post = await api.posts.get({ organizationSlug, slug: args.slug });
    if (post === null) throw noPost(organizationSlug, args.slug);
    const { html, markdown, ...fields } = post;
    if (args.html) return write(html);
    const marks = await api.admin.posts.unpublishedChanges(operatorOf(organizationSlug), [post.id]);
    const changes = post.status === "draft" ? undefined : marks.get(post.id);
    const marked = changes && { unpublishedChanges: args.json ? changes : changesText(changes) };
    const lengths = {
      markdown: markdown && `${markdown.length} characters`,
      html: `${html.length} characters`,
    };
    await printRecord(args.json ? { ...post, ...marked } : { ...fields, ...lengths, ...marked }, args);
  },
});

const preview: CliCommand = organizationCommand({
  description: "Show a post as readers and search engines see it, also before it is published",
  args: { slug },
  examples: {
    "postern post preview hello": "show the address, the questions and the structured data",
    "postern post preview hello --json": "show the same as JSON",
  },
  run: async ({ api, organizationSlug, args }) => {
    const actor = operatorOf(organizationSlug);
    const preview = await api.admin.posts.preview({ actor, slug: args.slug });
    if (args.json) return printRecord(preview, args);
    const { faqEntries, structuredData, warnings, sitemapEntry, ...fields } = preview;
    await printRecord({ ...fields, sitemapEntry: sitemapEntry ?? "none" }, args);
    await printQuestions(faqEntries);
    for (const { pointer, message } of warnings) await write(`\nWarning: ${pointer} ${message}\n`);
    await write(`\nStructured data:\n${printable(JSON.stringify(structuredData, null, 2))}\n`);
  },
});

async function printQuestions(entries: PostPreview["faqEntries"]): Promise<void> {
  await write(entries.length === 0 ? "\nNo questions.\n" : "\nQuestions:\n");
  for (const { question, answer } of entries)
    await write(`  ${printableLine(question)}\n    ${printable(answer).replaceAll("\n", "\n    ")}\n`);
}

const publish: CliCommand = organizationCommand({
  description: "Publish posts now, or schedule them",
  args: {
    slug: slugs,
    at: text("ISO 8601 date and time; a future time schedules the posts (default: now)"),
    changes: choice("Unpublished changes of the posts: publish them, too, or leave them (default: refuse)", [
      "publish",
      "leave",
    ]),
  },
  isRepeated: true,
  examples: {
    "postern post publish hello": "publish a draft",
    "postern post publish hello --changes publish": "publish a post with its unpublished changes",
    "postern post publish hello --at 2027-01-01T09:00:00Z": "schedule a post",
  },
  run: async (context) => {
    const { at: publishedAt, changes } = context.args;
    const options = given({ publishedAt, changes });
    await changePosts(context, "is", async (address) => publishPost(context.api, address, options));
  },
});

/** @throws {CliError} if the post has unpublished changes, and the command does not decide about them */
async function publishPost(
  api: PublicApi,
  address: AdminPostAddress,
  options: PublishOptions,
): Promise<StoredPostWithHtml> {
  try {
    return await api.admin.posts.publish(address, options);
  } catch (error) {
    if (!(error instanceof UnpublishedChangesError)) throw error;
    const saved = changesText(error.mark);
    throw new CliError(
      `"${address.slug}" has unpublished changes, saved ${saved}. Add --changes publish to publish them, too, or --changes leave`,
    );
  }
}

const unpublish: CliCommand = organizationCommand({
  description: "Turn posts into drafts again; the public API no longer returns them",
  args: { slug: slugs },
  isRepeated: true,
  examples: { "postern post unpublish hello world": "unpublish two posts" },
  run: async (context) =>
    changePosts(context, "is a", async (address) => context.api.admin.posts.unpublish(address)),
});

async function changePosts(
  context: { organizationSlug: string; args: { json: boolean; _: string[] } },
  done: string,
  change: (address: AdminPostAddress) => Promise<StoredPostWithHtml>,
): Promise<void> {
  const { organizationSlug, args } = context;
  const actor = operatorOf(organizationSlug);
  for (const slug of args._) {
    const { html: _html, ...post } = await change({ actor, slug });
    const when = post.status === "scheduled" ? ` for ${post.publishedAt ?? ""}` : "";
    await printDone(`${post.slug} ${done} ${post.status}${when}`, post, args);
  }
}

const rename: CliCommand = organizationCommand({
  description: "Give a post another slug; the former slug of a public post redirects",
  args: { slug, to: positional("The new slug") },
  examples: { "postern post rename hello welcome": "rename a post" },
  run: async ({ api, organizationSlug, args }) => {
    const { html: _html, ...post } = await api.posts.update(
      { organizationSlug, slug: args.slug },
      { slug: args.to },
    );
    await printDone(`${args.slug} is ${post.slug} now`, post, args);
  },
});

const remove: CliCommand = organizationCommand({
  description: "Delete posts",
  args: { slug: slugs },
  isRepeated: true,
  examples: { "postern post delete hello": "delete a post" },
  run: async ({ api, organizationSlug, args }) => {
    for (const slug of args._) {
      if (!(await api.posts.delete({ organizationSlug, slug }))) throw noPost(organizationSlug, slug);
    }
    await printDone(`Deleted ${args._.join(", ")}`, { deleted: args._ }, args);
  },
});

function noPost(organizationSlug: string, slug: string): CliError {
  return new CliError(`"${organizationSlug}" has no post "${slug}"`);
}

export const postCommand: CliCommand = commandGroup("Posts", {
  import: postImportCommand,
  list,
  show,
  preview,
  "preview-link": previewLinkCommand,
  publish,
  unpublish,
  rename,
  render: postRenderCommand,
  delete: remove,
});
