import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import type { NewPreviewLink, PreviewLink } from "../../content/mod.ts";
import { schemaOf } from "../../http/mod.ts";
import { instantSchema } from "../../base/fields/instant_schema.ts";
import { nextCursorSchema } from "../representations/post_schema.ts";

const entries = {
  id: v.string(),
  revision: v.exactOptional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.description("The revision that the link shows. Default: the present post."),
    ),
  ),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  by: v.exactOptional(textSchema("The id of the user who created it, if known.")),
};

/** A preview link without its token. */
export const previewLinkSchema: v.GenericSchema<PreviewLink> = schemaOf<PreviewLink>()(
  v.strictObject(entries),
);

type Created = NewPreviewLink & { path: string; page: string };

export const newPreviewLinkSchema: v.GenericSchema<Created> = schemaOf<Created>()(
  v.strictObject({
    ...entries,
    token: textSchema("The value of the parameter `preview`. Only this response contains it."),
    path: textSchema("Path and query of the public API that show the post as JSON."),
    page: textSchema(
      "Address for a person: `previewUrl` of the organization with the slug and the token, or path and query of a page of the API.",
    ),
  }),
);

/** A page of the preview links of a post. */
export const previewLinkListSchema: v.GenericSchema<{
  previewLinks: PreviewLink[];
  nextCursor: string | null;
}> = v.strictObject({ previewLinks: v.array(previewLinkSchema), nextCursor: nextCursorSchema });
