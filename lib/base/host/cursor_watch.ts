import { HostValueError } from "./host_value_error.ts";

/**
 * Returns a function that throws if a list returns an earlier cursor again, so that a walk over all its pages ends. It keeps a single cursor, and
 * finds a cycle within three times its length (Brent).
 */
export function cursorWatch(organizationSlug: string): (next: string | null) => void {
  let kept: string | null = null;
  let span = 1;
  let left = span;
  return (next) => {
    if (next !== null && next === kept) {
      const message = "must lead to the last page, and is an earlier cursor again";
      throw new HostValueError({ source: "content.listPosts", organizationSlug }, [
        { pointer: "/next", message },
      ]);
    }
    left--;
    if (left > 0) return;
    kept = next;
    span *= 2;
    left = span;
  };
}
