import type { Redirect } from "../../../lib/mod.ts";
import { type CliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printDone, printList } from "../frame/output/output.ts";
import { positional } from "../frame/arguments/argument_definition.ts";
import { organizationCommand } from "../store/store_command.ts";

const from = positional("An earlier slug, a path of the site such as /2016/hello/, or an absolute URL");

const list: CliCommand = organizationCommand({
  description: "List the redirects: paths first, then slugs",
  examples: { "postern redirect list --json": "list the redirects as JSON" },
  run: async ({ api, organizationSlug, args }) =>
    printList(api.redirects.iterate(organizationSlug), args, [
      { header: "FROM", value: (redirect: Redirect) => redirect.from, least: 20 },
      { header: "POST", value: ({ slug }: Redirect) => slug, least: 20 },
      { header: "ORIGIN", value: ({ origin }: Redirect) => origin },
      { header: "CREATED", value: ({ createdAt }: Redirect) => createdAt, least: 11 },
    ]),
});

const add: CliCommand = organizationCommand({
  description: "Redirect an earlier address to a post",
  args: { from, slug: positional("Slug of the post") },
  examples: { "postern redirect add /2016/hello/ hello": "redirect a path of the site" },
  run: async ({ api, organizationSlug, args }) => {
    const { redirect } = await api.redirects.add(organizationSlug, { from: args.from, slug: args.slug });
    await printDone(`${redirect.from} redirects to ${redirect.slug}`, redirect, args);
  },
});

const remove: CliCommand = organizationCommand({
  description: "Remove a redirect",
  args: { from },
  examples: { "postern redirect remove /2016/hello/": "remove a redirect" },
  run: async ({ api, organizationSlug, args }) => {
    if (!(await api.redirects.remove(organizationSlug, args.from))) {
      throw new CliError(`"${organizationSlug}" has no redirect from "${args.from}"`);
    }
    await printDone(`Removed the redirect from ${args.from}`, { removed: args.from }, args);
  },
});

export const redirectCommand: CliCommand = commandGroup("Redirects from earlier addresses of posts", {
  list,
  add,
  remove,
});
