import { given } from "../../../lib/base/given.ts";
import type { ListedSubmission, PublicApi } from "../../../lib/mod.ts";
import { choice, positional, requiredText, text } from "../frame/arguments/argument_definition.ts";
import { type CliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printDone, printList, printRecord } from "../frame/output/output.ts";
import { organizationCommand } from "../store/store_command.ts";
import { operatorOf } from "../store/with_api.ts";

const slug = positional("Slug of the post");
const submitted = positional("The submitted version, as `list` and `show` return it");

const list: CliCommand = organizationCommand({
  description: "List the texts that wait for an editor, or were sent back",
  args: { state: choice("Only submissions of this state", ["pending", "sent-back"]) },
  examples: { "postern submission list --state pending": "list the texts that wait for an editor" },
  run: async ({ api, organizationSlug, args }) =>
    printList(submissionsOf(api, organizationSlug, args.state), args, [
      { header: "SLUG", value: (one) => one.slug, least: 20 },
      { header: "VERSION", value: ({ version }) => version },
      { header: "STATE", value: ({ state }) => state },
      { header: "SUBMITTED", value: ({ at }) => at, least: 11 },
      { header: "BY", value: ({ by }) => by ?? "-" },
      { header: "NAME", value: ({ name }) => name, least: 12 },
    ]),
});

async function* submissionsOf(
  api: PublicApi,
  organizationSlug: string,
  state: ListedSubmission["state"] | undefined,
): AsyncGenerator<ListedSubmission> {
  const actor = operatorOf(organizationSlug);
  let after: string | null | undefined;
  while (after !== null) {
    const query = { limit: 100, ...given({ state, after }) };
    const { submissions, next } = await api.admin.submissions.list(actor, query);
    yield* submissions;
    after = next;
  }
}

const show: CliCommand = organizationCommand({
  description: "Show the submission of a post",
  args: { slug },
  examples: { "postern submission show hello": "show the note and the version" },
  run: async ({ api, organizationSlug, args }) => {
    const actor = operatorOf(organizationSlug);
    const submission = await api.admin.submissions.get({ actor, slug: args.slug });
    if (submission === null) throw new CliError(`"${args.slug}" has no submission`);
    await printRecord(submission, args);
  },
});

const approve: CliCommand = organizationCommand({
  description: "Publish the submitted text of a post now, or schedule it",
  args: {
    slug,
    submitted,
    at: text("ISO 8601 date and time; a future time schedules the post (default: now)"),
  },
  examples: { "postern submission approve hello 12-3": "publish the submitted text" },
  run: async ({ api, organizationSlug, args }) => {
    const actor = operatorOf(organizationSlug);
    const input = { version: args.submitted, ...given({ publishedAt: args.at }) };
    const { html: _html, ...post } = await api.admin.submissions.approve({ actor, slug: args.slug }, input);
    const when = post.status === "scheduled" ? ` for ${post.publishedAt ?? ""}` : "";
    await printDone(`${post.slug} is ${post.status}${when}`, post, args);
  },
});

const sendBack: CliCommand = organizationCommand({
  description: "Send a submission back to its writer",
  args: { slug, submitted, note: requiredText("Note to the writer, at most 1,000 characters") },
  examples: { 'postern submission send-back hello 12-3 --note "Add the holidays"': "ask for a change" },
  run: async ({ api, organizationSlug, args }) => {
    const actor = operatorOf(organizationSlug);
    const input = { version: args.submitted, note: args.note };
    const submission = await api.admin.submissions.sendBack({ actor, slug: args.slug }, input);
    await printDone(`Sent ${submission.slug} back`, submission, args);
  },
});

export const submissionCommand: CliCommand = commandGroup("Texts that wait for an editor", {
  list,
  show,
  approve,
  "send-back": sendBack,
});
