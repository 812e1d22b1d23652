import { notFound } from "next/navigation";
import { read } from "../../read.js";

export const dynamic = "force-dynamic";

export default async function Post({ params }) {
  const { slug } = await params;
  const post = await read(`post/acme/${encodeURIComponent(slug)}`);
  if (post === null) notFound();
  return (
    <main>
      <h1>{post.name}</h1>
      <div dangerouslySetInnerHTML={{ __html: post.html }} />
    </main>
  );
}
