import { queryOf, type Redirect, type WrittenMap } from "./redirect.ts";

/** Writes redirects as a `_redirects` file. Its fields are separated by spaces, and paths stay percent-encoded. */
export function toRedirectsFile(redirects: readonly Redirect[]): WrittenMap {
  const missing: WrittenMap["missing"] = [];
  const lines: string[] = [];
  for (const redirect of redirects) {
    const { from, to } = redirect;
    const reason =
      queryOf(from) === ""
        ? /\*|:[A-Za-z]/.test(from)
          ? "_redirects reads * and :name as placeholders"
          : undefined
        : "_redirects compares no query strings";
    if (reason === undefined) lines.push(`${from} ${to} 301\n`);
    else missing.push({ ...redirect, reason });
  }
  return { text: lines.join(""), missing };
}
