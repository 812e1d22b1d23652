import { cookies, draftMode } from "next/headers";
import { redirect } from "next/navigation";
import { postPath } from "@/lib/post_path";
import { previewCookie } from "@/lib/preview_cookie";

/** Shows a draft to an editor with a preview link: `/preview?slug=our-new-oven&token=TOKEN` */
export async function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  const path = postPath(searchParams.get("slug") ?? "");
  (await draftMode()).enable();
  // Only the page of the draft gets the token.
  const options = { path, httpOnly: true, secure: true, sameSite: "lax" } as const;
  (await cookies()).set(previewCookie, searchParams.get("token") ?? "", options);
  redirect(path);
}
