import type { PreviewLink } from "../../../lib/mod.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { printDone, printList, printRecord } from "../frame/output/output.ts";
import { withOrganization } from "../store/with_api.ts";
import { previewUrlOf } from "../../../lib/content/mod.ts";
import { previewAddress } from "../../../lib/base/api_address.ts";
import { serverArguments } from "../serve/server_arguments.ts";
import { positional, text } from "../frame/arguments/argument_definition.ts";
import { organizationCommand } from "../store/store_command.ts";
import { organizationArguments } from "../store/store_arguments.ts";

const slug = positional("Slug of the post");

const create: CliCommand = cliCommand({
  description: "Create a link that shows a post of any status",
  args: {
    slug,
    "expires-in": text("Duration such as 30m, 12h or 7d, at most 30d", "1h"),
    revision: text("Number of the revision to show (default: the present post)"),
    "base-path": serverArguments["base-path"],
    ...organizationArguments,
  },
  examples: {
    "postern post preview-link create plan": "show a draft for an hour",
    "postern post preview-link create plan --expires-in 7d": "show a draft for a week",
  },
  run: async ({ args }) => {
    if (args.revision !== undefined && !/^[1-9]\d{0,14}$/.test(args.revision)) {
      throw new UsageError(`--revision must be a whole number from 1, and is "${args.revision}"`);
    }
    const revision = args.revision === undefined ? {} : { revision: Number(args.revision) };
    await withOrganization(args, async (api, organizationSlug) => {
      const address = { organizationSlug, slug: args.slug };
      const link = await api.previews.create(address, { expiresIn: args["expires-in"], ...revision });
      const path = previewAddress({ basePath: api.options.basePath }, address, link.token);
      const organization = await api.organizations.get(organizationSlug);
      if (organization === null) throw new CliError(`The organization "${organizationSlug}" does not exist`);
      const page = previewUrlOf(
        organization,
        { slug: args.slug, token: link.token },
        { basePath: api.options.basePath },
      );
      await printRecord({ ...link, path, page }, args);
    });
  },
});

const list: CliCommand = organizationCommand({
  description: "List the valid links of a post, without their tokens",
  args: { slug },
  examples: { "postern post preview-link list plan": "list the links of a draft" },
  run: async ({ api, organizationSlug, args }) =>
    printList(api.previews.iterate({ organizationSlug, slug: args.slug }), args, [
      { header: "ID", value: ({ id }: PreviewLink) => id },
      { header: "REVISION", value: ({ revision }: PreviewLink) => revision ?? "present" },
      { header: "CREATED", value: ({ createdAt }: PreviewLink) => createdAt, least: 11 },
      { header: "EXPIRES", value: ({ expiresAt }: PreviewLink) => expiresAt, least: 11 },
    ]),
});

const revoke: CliCommand = organizationCommand({
  description: "Revoke a link; it stops to work immediately",
  args: { slug, id: positional("Id of the link") },
  examples: { "postern post preview-link revoke plan hq3v7mzk2w5tpbcx": "revoke a link" },
  run: async ({ api, organizationSlug, args }) => {
    if (!(await api.previews.revoke({ organizationSlug, slug: args.slug }, args.id))) {
      throw new CliError(`"${args.slug}" has no preview link "${args.id}"`);
    }
    await printDone(`Revoked the preview link ${args.id}`, { revoked: args.id }, args);
  },
});

/** `postern post preview-link …` */
export const previewLinkCommand: CliCommand = commandGroup("Links that show posts of any status", {
  create,
  list,
  revoke,
});
