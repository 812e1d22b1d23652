import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import type { Redirect } from "../../content/mod.ts";
import { schemaOf } from "../../http/mod.ts";
import { instantSchema } from "../../base/fields/instant_schema.ts";
import { nextCursorSchema } from "../representations/post_schema.ts";

/** A redirect to a post of any status. */
export const keptRedirectSchema: v.GenericSchema<Redirect> = schemaOf<Redirect>()(
  v.strictObject({
    from: textSchema("An earlier slug, a path of the site, or an absolute URL."),
    slug: textSchema("The present slug of the post."),
    origin: v.pipe(
      v.picklist(["renamed", "alias", "added"]),
      v.description(
        "`renamed`: the post had this slug. `alias`: the post's `aliases` contain it. `added`: somebody added it.",
      ),
    ),
    createdAt: instantSchema,
  }),
);

/** A page of redirects. */
export const keptRedirectListSchema: v.GenericSchema<{ redirects: Redirect[]; nextCursor: string | null }> =
  v.strictObject({ redirects: v.array(keptRedirectSchema), nextCursor: nextCursorSchema });
