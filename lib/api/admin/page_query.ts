import * as v from "valibot";
import { type PreparedResponse, notAllowed, type QuerySchema } from "../../http/mod.ts";
import { toJson } from "../../base/text/well_formed.ts";
import type { EndpointDeps } from "../public/endpoint_deps.ts";
import { listResponse } from "../public/list_response.ts";
import type { AdminRequest } from "./admin_route.ts";
import { decodeCursor, encodeCursor } from "../public/posts/cursor.ts";
import { cursorParameter, limitParameter, type OptionalParameter } from "../public/posts/list_parameters.ts";

/** The query parameters of every list. */
export const pageParameters: {
  limit: v.GenericSchema<string | undefined, number>;
  cursor: OptionalParameter;
} = {
  limit: limitParameter("Maximum number of entries on a page."),
  cursor: cursorParameter(
    "Start of the page: the `nextCursor` of the previous response. Leave it out for the first page.",
  ),
};

/** The query parameters of a list without filters. */
export const pageQuery: QuerySchema<{ limit: number; cursor?: string }> = v.object(pageParameters);

/** Creates the query parameter that searches a list. The description names the searched fields. */
export function searchParameter(description: string): OptionalParameter {
  return v.exactOptional(
    v.pipe(
      v.string(),
      v.maxLength(200, "must be at most 200 characters"),
      v.description(description),
      v.examples(["open"]),
    ),
  );
}

/** The position of a page in a list. */
export interface PageParameters {
  /** Name of the list, which distinguishes its cursors from other lists'. */
  list: string;
  cursor?: string | undefined;
}

/** Returns the start of a page as part of a query. */
export function afterOf({ list, cursor }: PageParameters): { after?: string } {
  if (cursor === undefined) return {};
  const after = decodeCursor(cursor, list);
  if (after !== undefined) return { after };
  throw notAllowed("cursor", "must be the nextCursor of an earlier response of the same list");
}

/** A page of a list of the admin API. */
interface AdminPage<Field extends string> extends PageParameters {
  limit: number;
  /** Name of the items in the response, and in the parts that are read. */
  field: Field;
  /** True if items are large, so that few of them are read at a time. Default: false. */
  areLarge?: boolean;
}

/** The position of a part of a list. */
export interface Part {
  limit: number;
  after?: string;
}

/** A part of a list. Its field has the items. */
export type PartOf<Field extends string> = Promise<
  Readonly<Record<Field, readonly object[]>> & { next: string | null }
>;

/** Responds with a page of a list. */
export async function pageOf<Field extends string>(
  { field, list, cursor, ...page }: AdminPage<Field>,
  { request, deps }: Pick<AdminRequest, "request"> & { deps: EndpointDeps },
  read: (part: Part) => PartOf<Field>,
): Promise<PreparedResponse> {
  const source = {
    ...page,
    ...afterOf({ list, cursor }),
    start: `{"${field}":[`,
    read: async (part: Part) => {
      const found = await read(part);
      return { items: found[field], next: found.next };
    },
    toCursor: (next: string) => encodeCursor(next, list),
    write: (item: object) => [toJson(item)],
  };
  const response = await listResponse(source, request, deps);
  // Caches must not store responses of the admin API, so they have no ETag.
  const { etag: _etag, ...headers } = response.headers;
  return response.with({ headers });
}
