import type { CheckedSource, ContentSource } from "../content_source.ts";
import { loadHostParts } from "../load_host_parts.ts";
import type { MalformedPosts } from "./malformed_posts.ts";

type Method = Exclude<keyof ContentSource, "filters" | "sortFields">;

/** Methods of a source that every host has, and that a host may leave out. */
export const sourceMethods: Readonly<Record<"required" | "optional", readonly Method[]>> = {
  required: ["findOrganization", "getPost", "listPosts"],
  optional: ["revision", "findMoved", "listRedirects", "findPublicSlugs", "countPosts", "tallyPosts"],
};

type AnyMethod = (...values: readonly unknown[]) => unknown;

/** Checks every value of a host's source. The first call loads the checks, because most APIs have no such source. */
export function checkedOnUse(source: ContentSource, malformed: MalformedPosts): CheckedSource {
  let checked: CheckedSource | undefined;
  const open = async (): Promise<CheckedSource> =>
    (checked ??= (await loadHostParts()).checkedSource(source, malformed));
  const toMethod = (name: Method): [Method, AnyMethod] => {
    const call = (of: CheckedSource, values: readonly unknown[]): unknown =>
      (of[name] as AnyMethod)(...values);
    return [name, (...values) => (checked ? call(checked, values) : open().then((of) => call(of, values)))];
  };
  const { sortFields, filters } = source;
  const names = Object.values(sourceMethods).flat();
  // Each method has the parameters and the result of the method of its name.
  return {
    ...(sortFields && { sortFields }),
    ...(filters && { filters }),
    ...Object.fromEntries(names.filter((name) => source[name] !== undefined).map(toMethod)),
  } as CheckedSource;
}
