/** The media type of an answer in lower case, without its parameters; `none` where it says none. */
export function mediaTypeOf(headers: Headers): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase() || "none";
}
