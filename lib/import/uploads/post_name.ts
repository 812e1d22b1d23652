/** Names of Markdown files. */
export const markdownName: RegExp = /\.(?:md|mdx|markdown|mkdn?|mkdown)$/i;

/** Names of HTML files. */
export const htmlName: RegExp = /\.html?$/i;

/** Returns true if the name is of a file with a post. */
export function isPostName(path: string): boolean {
  return markdownName.test(path) || htmlName.test(path);
}
