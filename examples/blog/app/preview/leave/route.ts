import { cookies, draftMode } from "next/headers";
import { postPath } from "@/lib/post_path";
import { previewCookie } from "@/lib/preview_cookie";

/** Ends the preview of a post: the button of the notice above a draft. */
export async function POST(request: Request) {
  const slug = new URL(request.url).searchParams.get("slug") ?? "";
  (await draftMode()).disable();
  (await cookies()).delete({ name: previewCookie, path: postPath(slug) });
  return new Response(null, { status: 303, headers: { Location: "/" } });
}
