/** Sizes of WordPress: `photo-300x200.jpg`. `photo-scaled.jpg` is its largest picture, if the original is larger. */
const wordPressSize = /-\d{1,5}x\d{1,5}(?=\.[a-z]{3,4}$)/i;
/** Sizes of Ghost: `content/images/size/w600/format/webp/2024/05/photo.jpg`. */
const ghostSize = /(?<=\/content\/images\/)size\/[wh]\d{1,5}(?:[wh]\d{1,5})?\/(?:format\/[a-z]{3,4}\/)?/;

/** Returns the paths of the pictures from which WordPress or Ghost made a smaller copy, best first. */
export function originalsOf(path: string): string[] {
  if (ghostSize.test(path)) return [path.replace(ghostSize, "")];
  if (!path.includes("/uploads/") || !wordPressSize.test(path)) return [];
  return [path.replace(wordPressSize, "-scaled"), path.replace(wordPressSize, "")];
}
