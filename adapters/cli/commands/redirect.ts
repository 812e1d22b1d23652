import type { Redirect } from "../../../lib/mod.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printDone, printList } from "../frame/output/output.ts";
import { organizationArguments } from "../store/store_arguments.ts";
import { withOrganization } from "../store/with_api.ts";

const from = {
  type: "positional",
  description: "An earlier slug, a path of the site such as /2016/hello/, or an absolute URL",
  required: true,
} as const;

const list: CliCommand = cliCommand({
  meta: { name: "list", description: "List the redirects: paths first, then slugs" },
  args: organizationArguments,
  examples: [{ line: "postern redirect list --json", does: "list the redirects as JSON" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) =>
      printList(api.redirects.iterate(organizationSlug), {
        json: args.json,
        columns: [
          { header: "FROM", value: (redirect: Redirect) => redirect.from, least: 20 },
          { header: "POST", value: ({ slug }: Redirect) => slug, least: 20 },
          { header: "ORIGIN", value: ({ origin }: Redirect) => origin },
          { header: "CREATED", value: ({ createdAt }: Redirect) => createdAt, least: 11 },
        ],
      }),
    ),
});

const add: CliCommand = cliCommand({
  meta: { name: "add", description: "Redirect an earlier address to a post" },
  args: {
    from,
    slug: { type: "positional", description: "Slug of the post", required: true },
    ...organizationArguments,
  },
  examples: [{ line: "postern redirect add /2016/hello/ hello", does: "redirect a path of the site" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const { redirect } = await api.redirects.add(organizationSlug, { from: args.from, slug: args.slug });
      await printDone(`${redirect.from} redirects to ${redirect.slug}`, redirect, args);
    }),
});

const remove: CliCommand = cliCommand({
  meta: { name: "remove", description: "Remove a redirect" },
  args: { from, ...organizationArguments },
  examples: [{ line: "postern redirect remove /2016/hello/", does: "remove a redirect" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      if (!(await api.redirects.remove(organizationSlug, args.from))) {
        throw new CliError(`"${organizationSlug}" has no redirect from "${args.from}"`);
      }
      await printDone(`Removed the redirect from ${args.from}`, { removed: args.from }, args);
    }),
});

export const redirectCommand: CliCommand = commandGroup(
  "redirect",
  "Redirects from earlier addresses of posts",
  {
    list,
    add,
    remove,
  },
);
