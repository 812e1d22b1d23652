import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { write } from "../frame/output/output.ts";
import { organizationArguments } from "../store/store_arguments.ts";
import { toInteger, withOrganization } from "../store/with_api.ts";
import { publicApiAddress } from "../../../lib/base/api_address.ts";

/** `postern sitemap`: writes the response of a sitemap endpoint, for sites that are built as files. */
export const sitemapCommand: CliCommand = cliCommand({
  meta: { name: "sitemap", description: "Write the organization's sitemap" },
  args: {
    posts: { type: "boolean", description: "Only the posts, without the site's home page" },
    page: { type: "string", description: "Page of a sitemap index, from 1" },
    ...organizationArguments,
  },
  examples: [
    { line: "postern sitemap > public/sitemap.xml", does: "write the sitemap of a site" },
    { line: "postern sitemap --posts --json", does: "write the entries of the posts as the API's JSON" },
  ],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const names = args.posts ? ["post", organizationSlug, "sitemap"] : ["sitemap", organizationSlug];
      const place = { apiOrigin: "http://localhost", basePath: api.options.basePath };
      const query = args.page === undefined ? "" : `?page=${toInteger("page", args.page)}`;
      const request = new Request(publicApiAddress(place, ...names) + query, {
        headers: { accept: args.json ? "application/json" : "application/xml" },
      });
      const response = await api.fetch(request);
      const body = await response.text();
      if (!response.ok) {
        throw new CliError(`Cannot write the sitemap: the API returned ${response.status} ${body}`);
      }
      await write(args.json ? `${body}\n` : body);
    }),
});
