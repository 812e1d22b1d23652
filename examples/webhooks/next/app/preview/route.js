// Shows a draft to an editor with a preview link: /preview?slug=plan&token=TOKEN
import { cookies, draftMode } from "next/headers";
import { redirect } from "next/navigation";

/** @param {Request} request */
export async function GET(request) {
  const { searchParams } = new URL(request.url);
  const path = `/blog/${encodeURIComponent(searchParams.get("slug") ?? "")}`;
  (await draftMode()).enable();
  // Only the page of the draft gets the token.
  const options = { path, httpOnly: true, secure: true, sameSite: "lax" };
  (await cookies()).set("preview-token", searchParams.get("token") ?? "", options);
  redirect(path);
}
