import { expect, it } from "vitest";
import { relativeReference } from "../../lib/http/request/relative_reference.ts";

const paths = ["/a", "/a/", "/a/b", "/a/b/", "/a/b/c", "/b/a?x=1", "/a:b", "/a/b:c", "/", "/x/y/z?q=/a/b"];

it.each(paths.flatMap((from) => paths.map((to) => [from, to.split("?")[0] ?? ""] as const)))(
  "from %s to %s resolves below every prefix",
  (from, to) => {
    const reference = relativeReference(from, to);
    for (const prefix of ["", "/content", "/a/b"]) {
      expect(new URL(reference, `https://acme.example${prefix}${from}`).pathname).toBe(prefix + to);
    }
  },
);
