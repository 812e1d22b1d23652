import { permissionsOfRole } from "../../../lib/access/mod.ts";
import type { FaqEntry } from "../../../lib/faq/mod.ts";
import type { PostListQuery, PublicApi } from "../../../lib/mod.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { printList, write } from "../frame/output/output.ts";
import { printable, printableLine } from "../frame/output/printable.ts";
import { organizationArguments } from "../store/store_arguments.ts";
import { given, withOrganization } from "../store/with_api.ts";

/** A question of the organization, its answer, and its post. */
interface ListedEntry extends FaqEntry {
  post: { slug: string; url: string; name: string };
}

/** Number of posts that are read together. */
const postsAtOnce = 50;

/** `postern faq list`: lists the questions and answers of all public posts. */
export const faqListCommand: CliCommand = cliCommand({
  meta: {
    name: "list",
    description: "List the questions and answers of the public posts, newest post first",
  },
  args: {
    section: { type: "string", description: "Only posts of this section" },
    language: { type: "string", description: "Only posts in this language, a BCP 47 tag" },
    tag: { type: "string", description: "Only posts with this tag" },
    ...organizationArguments,
  },
  examples: [
    { line: "postern faq list", does: "show all questions and answers, with the addresses of their posts" },
    { line: "postern faq list --tag prices --json > faq.json", does: "save the questions of one tag" },
  ],
  run: async ({ args }) => {
    const { section, language, tag } = args;
    await withOrganization(args, async (api, organizationSlug) => {
      const entries = listEntries(api, organizationSlug, given({ section, language, tag }));
      if (args.json) return printList(entries, { json: true, columns: [] });
      for await (const entry of entries) await printEntry(entry);
    });
  },
});

/** Reads the posts page by page, and the content of one post at a time. */
async function* listEntries(
  api: PublicApi,
  organizationSlug: string,
  filter: Pick<PostListQuery, "section" | "language" | "tag">,
): AsyncGenerator<ListedEntry> {
  const actor = { userId: "", organizationSlug, permissions: permissionsOfRole.owner };
  const query: PostListQuery = { ...filter, status: "published", sort: "-createdAt", limit: postsAtOnce };
  for (;;) {
    const { posts, next } = await api.admin.posts.list(actor, query);
    for (const { slug, name } of posts) {
      const { faqEntries, url } = await api.admin.posts.preview({ actor, slug });
      for (const entry of faqEntries) yield { ...entry, post: { slug, url, name } };
    }
    if (next === null) return;
    query.after = next;
  }
}

async function printEntry({ question, answer, post }: ListedEntry): Promise<void> {
  await write(`${printableLine(question)}\n  ${printable(answer).replaceAll("\n", "\n  ")}\n  ${post.url}\n`);
}
