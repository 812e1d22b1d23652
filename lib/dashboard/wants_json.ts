/** True if a script of the pages sent the request, and wants the result as JSON. */
export function wantsJson({ headers }: Request): boolean {
  return headers.get("accept")?.split(",", 1)[0]?.trim() === "application/json";
}
