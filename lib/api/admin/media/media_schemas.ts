import * as v from "valibot";
import { instantSchema } from "../../../base/fields/instant_schema.ts";
import { textSchema } from "../../../base/fields/text_schema.ts";
import type { NamingPosts } from "../../../content/mod.ts";
import { schemaOf } from "../../../http/mod.ts";
import { mediaTypes, type StoredMedia } from "../../../media/mod.ts";
import { nextCursorSchema } from "../../representations/post_schema.ts";

const pixels = v.pipe(v.number(), v.integer(), v.minValue(1));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** A file. */
export const storedMediaSchema: v.GenericSchema<StoredMedia> = schemaOf<StoredMedia>()(
  v.strictObject({
    hash: textSchema("The first 40 hexadecimal digits of the SHA-256 of the stored bytes."),
    name: textSchema("The name of the file."),
    type: v.picklist(mediaTypes),
    bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.description("Number of bytes.")),
    width: v.exactOptional(pixels),
    height: v.exactOptional(pixels),
    isAnimated: v.exactOptional(v.boolean()),
    alt: v.exactOptional(textSchema("Text in place of the picture for readers who do not see it.")),
    title: v.exactOptional(v.string()),
    focalPoint: v.exactOptional(v.strictObject({ x: share, y: share })),
    url: textSchema("The address for readers: an absolute URL, or a path if the server knows no origin."),
    createdAt: instantSchema,
    createdBy: v.exactOptional(textSchema("Id of the user who uploaded it.")),
    note: v.exactOptional(textSchema("Parts that were removed, or metadata that was kept.")),
  }),
);

/** A page of files. */
export const storedMediaListSchema: v.GenericSchema<{ media: StoredMedia[]; nextCursor: string | null }> =
  v.strictObject({ media: v.array(storedMediaSchema), nextCursor: nextCursorSchema });

/** The uses of a file. */
export const mediaUsesSchema: v.GenericSchema<NamingPosts> = v.strictObject({
  posts: v.array(v.strictObject({ slug: v.string(), name: v.string() })),
  hasHidden: v.pipe(
    v.boolean(),
    v.description("True if further posts show the file, which the caller may not see."),
  ),
  isInSettings: v.pipe(v.boolean(), v.description("True if a setting of the organization has the address.")),
  isComplete: v.pipe(
    v.boolean(),
    v.description("False if the organization has more posts than were searched."),
  ),
});
