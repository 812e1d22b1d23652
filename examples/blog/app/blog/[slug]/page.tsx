import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { JsonLd } from "postern/react";
import { PostDate } from "@/components/post_date";
import { PreviewNotice } from "@/components/preview_notice";
import { directionOf } from "@/lib/direction_of";
import { findDraft } from "@/lib/find_draft";
import { findPost } from "@/lib/find_post";
import { listAllPosts } from "@/lib/list_posts";
import { postMetadata } from "@/lib/post_metadata";
import { postPath } from "@/lib/post_path";

interface Props {
  params: Promise<{ slug: string }>;
}

export async function generateStaticParams() {
  return (await listAllPosts()).map(({ slug }) => ({ slug }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { post, isDraft } = await readPost(params);
  return isDraft ? { title: post.name, robots: { index: false } } : postMetadata(post);
}

export default async function PostPage({ params }: Props) {
  const { post, isDraft } = await readPost(params);
  const { name, author, publishedAt, inLanguage, html, structuredData } = post;
  return (
    <>
      {isDraft && <PreviewNotice slug={post.slug} />}
      <JsonLd data={structuredData.article} />
      <JsonLd data={structuredData.faqPage} />
      <article lang={inLanguage} dir={directionOf(inLanguage)}>
        <h1>{name}</h1>
        <p className="byline">
          {author && `${author} · `}
          <PostDate time={publishedAt} language={inLanguage} />
        </p>
        <div dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </>
  );
}

async function readPost(params: Props["params"]) {
  const slug = decodeURIComponent((await params).slug);
  const draft = await findDraft(slug);
  const post = draft ?? (await findPost(slug));
  if (post === undefined) notFound();
  if (post.slug !== slug) permanentRedirect(postPath(post.slug));
  return { post, isDraft: draft !== undefined };
}
