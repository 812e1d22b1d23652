/** Returns the media type of a response in lower case, without parameters, or `none` if the header is missing. */
export function mediaTypeOf(headers: Headers): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase() || "none";
}
