/** The lines at which named parts of files begin and end: sections of PyMdown, anchors of mdBook, and regions of VitePress. */
const starts =
  /8<-{1,9}[ \t]{0,9}\[[ \t]{0,9}start:[ \t]{0,9}([\w-]{1,100})|\bANCHOR:[ \t]{0,9}([\w-]{1,100})|#region\b[ \t]{0,9}([\w-]{1,100})/;
const ends =
  /8<-{1,9}[ \t]{0,9}\[[ \t]{0,9}end:[ \t]{0,9}([\w-]{1,100})|\bANCHOR_END:[ \t]{0,9}([\w-]{1,100})|#endregion\b[ \t]{0,9}([\w-]{0,100})/;
const range = /^(\d{0,9})([:,]?)(\d{0,9})$/;

/**
 * Returns a part of a file without the lines that mark parts: lines such as `2:10`, `2,10` or `2`, or a named part. Returns undefined if the file
 * has no such part.
 *
 * @param part Default: the whole file
 */
export function partOfFile(text: string, part: string | undefined): string | undefined {
  const lines = text.replace(/\r\n/g, "\n").replace(/\n$/, "").split("\n");
  const found = part === undefined ? lines : linesOf(lines, part);
  return found?.filter((line) => !starts.test(line) && !ends.test(line)).join("\n");
}

function linesOf(lines: readonly string[], part: string): readonly string[] | undefined {
  const [, first = "", separator = "", last = ""] = range.exec(part) ?? [];
  if (first !== "" || last !== "") {
    const start = Math.max(1, Number(first));
    return lines.slice(start - 1, separator === "" ? start : last === "" ? undefined : Number(last));
  }
  const start = lines.findIndex((line) => nameIn(starts, line) === part);
  if (start < 0) return undefined;
  const length = lines.slice(start).findIndex((line) => ["", part].includes(nameIn(ends, line) ?? "-"));
  return lines.slice(start + 1, length < 0 ? undefined : start + length);
}

function nameIn(pattern: RegExp, line: string): string | undefined {
  return pattern
    .exec(line)
    ?.slice(1)
    .find((name) => (name as string | undefined) !== undefined);
}
