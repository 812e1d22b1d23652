import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { schemaOf } from "../../http/mod.ts";
import type { PublicOrganization } from "./represent_organization.ts";

const address = "An address of the API is a path, unless the operator sets `apiOrigin`.";

/** The public fields of an organization. */
export const publicOrganizationSchema: v.GenericSchema<PublicOrganization> = schemaOf<PublicOrganization>()(
  v.strictObject({
    slug: textSchema("The name in the API's paths."),
    name: v.string(),
    url: v.pipe(v.string(), v.url(), v.description("The site that shows the posts.")),
    language: textSchema("Language of posts without their own: a BCP 47 tag."),
    description: v.exactOptional(textSchema("Description of the site.")),
    logo: v.exactOptional(textSchema("URL of the logo.")),
    sameAs: v.exactOptional(
      v.pipe(
        v.array(v.string()),
        v.readonly(),
        v.description("URLs of other pages about the organization, such as profiles."),
      ),
    ),
    sitemaps: v.strictObject({
      site: textSchema("URL of the sitemap on the site."),
      posts: textSchema("URL of the sitemap of the posts on the site."),
    }),
    feeds: v.exactOptional(
      v.pipe(
        v.strictObject({ rss: v.string(), atom: v.string(), json: v.string() }),
        v.description(`Addresses of the feeds, if the organization has feeds. ${address}`),
      ),
    ),
    llmsTxt: v.exactOptional(
      textSchema(`Address of the overview for language models, if the organization has feeds. ${address}`),
    ),
    llmsFullTxt: v.exactOptional(
      textSchema("Address of the content of the newest posts, if the organization has feeds."),
    ),
  }),
);
