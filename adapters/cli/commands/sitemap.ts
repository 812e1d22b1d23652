import type { CliCommand } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { write } from "../frame/output/output.ts";
import { toInteger } from "../store/with_api.ts";
import { publicApiAddress } from "../../../lib/base/api_address.ts";
import { text } from "../frame/arguments/argument_definition.ts";
import { organizationCommand } from "../store/store_command.ts";

/** `postern sitemap`: writes the response of a sitemap endpoint, for sites that are built as files. */
export const sitemapCommand: CliCommand = organizationCommand({
  description: "Write the organization's sitemap",
  args: {
    posts: { type: "boolean", description: "Only the posts, without the site's home page" },
    page: text("Page of a sitemap index, from 1"),
  },
  examples: {
    "postern sitemap > public/sitemap.xml": "write the sitemap of a site",
    "postern sitemap --posts --json": "write the entries of the posts as the API's JSON",
  },
  run: async ({ api, organizationSlug, args }) => {
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
  },
});
