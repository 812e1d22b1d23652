import { cookies, draftMode } from "next/headers";
import { notFound, permanentRedirect } from "next/navigation";
import { findDraft, findPost, listPosts } from "../../../posts.js";

export async function generateStaticParams() {
  const posts = await listPosts();
  return posts.map(({ slug }) => ({ slug }));
}

/** @param {{ params: Promise<{ slug: string }> }} props */
export default async function Page({ params }) {
  const slug = decodeURIComponent((await params).slug);
  const post = (await findPreview(slug)) ?? (await findPost(slug));
  if (post === undefined) notFound();
  if (post.slug !== slug) permanentRedirect(`/blog/${encodeURIComponent(post.slug)}`);
  return (
    <article>
      <h1>{post.name}</h1>
      <div dangerouslySetInnerHTML={{ __html: post.html }} />
    </article>
  );
}

/** @param {string} slug */
async function findPreview(slug) {
  const { isEnabled } = await draftMode();
  const token = isEnabled ? (await cookies()).get("preview-token")?.value : undefined;
  return token === undefined ? undefined : findDraft(slug, token);
}
