import { notFound } from "next/navigation";
import { PosternError } from "postern/client";
import { client } from "../../client.ts";

interface Props {
  params: Promise<{ slug: string }>;
}

export const dynamic = "force-dynamic";

export default async function Post({ params }: Props) {
  const { slug } = await params;
  const { data: post } = await client.getPost(decodeURIComponent(slug)).catch((error) => {
    if (error instanceof PosternError && error.code === "post-not-found") notFound();
    throw error;
  });
  return (
    <main>
      <h1>{post.name}</h1>
      <div dangerouslySetInnerHTML={{ __html: post.html }} />
    </main>
  );
}
