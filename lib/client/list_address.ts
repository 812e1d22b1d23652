import type { ListQuery } from "./client_types.ts";

/** The address of a page of the list. Whether a value is allowed is the server's to say. */
export function listAddress(list: string, query: ListQuery): string {
  // JSON leaves out what is undefined, and writes a Date in ISO 8601.
  const parameters = JSON.parse(JSON.stringify(query)) as Record<string, string>;
  const search = new URLSearchParams(parameters).toString();
  return search === "" ? list : `${list}?${search}`;
}
