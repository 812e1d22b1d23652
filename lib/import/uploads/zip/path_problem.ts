// oxlint-disable-next-line no-control-regex -- these are the characters meant
const control = /[\u0000-\u001f\u007f]/;

/** Returns the reason why the path of a file in a zip is refused, or undefined for a path inside of the zip. */
export function pathProblem(path: string): string | undefined {
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.split("/").includes("..")) {
    return "its path leads out of the zip";
  }
  if (control.test(path)) return "its path has control characters";
  return undefined;
}
