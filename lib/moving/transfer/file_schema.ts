import * as v from "valibot";
import { boolean } from "../../base/fields/kinds.ts";
import { count, instant, mostItems, positive, string, text } from "../../base/fields/moved_values.ts";
import {
  focalPoint,
  isMediaHash,
  isMediaKey,
  type MediaRecord,
  mediaTypes,
  ownerOf,
} from "../../media/moved_media.ts";
import { withFieldsOf } from "./insight_schema.ts";

const variants = v.pipe(
  v.record(
    v.pipe(
      string,
      v.regex(/^\d{1,5}\.(?:webp|avif|jpeg|png)$/, "must be a width and a format such as 640.webp"),
    ),
    positive,
    "must be an object of numbers",
  ),
  v.maxEntries(mostItems, `must have at most ${mostItems} items`),
);

/** The record of a file. */
export const file: v.GenericSchema<unknown, MediaRecord> = withFieldsOf<MediaRecord>()(
  v.pipe(
    v.strictObject({
      hash: v.pipe(string, v.check(isMediaHash, "must be 40 hexadecimal digits")),
      key: v.pipe(string, v.check(isMediaKey, "must be the key of bytes")),
      name: text,
      type: v.picklist(mediaTypes, "must be the type of a file"),
      bytes: positive,
      width: v.exactOptional(count),
      height: v.exactOptional(count),
      isAnimated: v.exactOptional(boolean.moved),
      isInline: boolean.moved,
      alt: v.exactOptional(text),
      title: v.exactOptional(text),
      focalPoint: v.exactOptional(focalPoint),
      createdAt: instant,
      createdBy: v.exactOptional(string),
      note: v.exactOptional(text),
      variants: v.exactOptional(variants),
    }),
    v.check(({ hash, key }) => ownerOf(key).hash === hash, "must have a key with its hash"),
  ),
);
