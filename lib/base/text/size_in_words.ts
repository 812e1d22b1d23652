/** Returns a number of bytes in words, such as `34 kB`, `1.5 MB` or `20 MB`. */
export function sizeInWords(bytes: number): string {
  return bytes < 999_500 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.round(bytes / 100_000) / 10} MB`;
}
