import * as v from "valibot";
import type { QuerySchema } from "../../http/mod.ts";
import { ladder, type PictureFormat } from "./ladder.ts";

/** The query of a file: the copy of a picture to show. */
export interface VariantQuery {
  w?: number;
  format?: PictureFormat;
}

const description =
  "Width of a smaller copy of the picture in pixels. The copy is never wider than the picture. Animations and drawings have no copies.";

/** The query parameters of a file. */
export const variantQuery: QuerySchema<VariantQuery> = v.object({
  w: v.exactOptional(
    v.pipe(
      v.picklist(ladder.map(String), `must be one of ${ladder.join(", ")}`),
      v.transform(Number),
      v.description(description),
    ),
  ),
  format: v.exactOptional(
    v.pipe(
      v.picklist(["webp", "avif"], "must be webp or avif"),
      v.description("Format of the copy. Default: the format of the picture."),
    ),
  ),
});
