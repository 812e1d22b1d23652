import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { schemaOf } from "../../http/mod.ts";
import { nextCursorSchema } from "./post_schema.ts";
import type { RedirectItem } from "./represent_redirect.ts";

/** A page of redirects. */
export interface RedirectItems {
  redirects: RedirectItem[];
  /** The cursor of the next page, or null on the last page. */
  nextCursor: string | null;
}

/** A redirect from an earlier address of a post. */
export const redirectSchema: v.GenericSchema<RedirectItem> = schemaOf<RedirectItem>()(
  v.strictObject({
    from: textSchema("Path of the earlier page on the site, or an absolute URL of another site."),
    fromSlug: v.exactOptional(
      textSchema("The earlier slug. `GET /post/{organizationSlug}/{slug}` redirects it, too."),
    ),
    to: textSchema("Path of the present page on the site."),
    url: textSchema("Absolute URL of the present page."),
    slug: textSchema("The present slug of the post."),
  }),
);

/** A page of redirects. */
export const redirectListSchema: v.GenericSchema<RedirectItems> = schemaOf<RedirectItems>()(
  v.strictObject({ redirects: v.array(redirectSchema), nextCursor: nextCursorSchema }),
);
