import type { Metadata } from "next";
import { alternates } from "./alternates";
import { getOrganization } from "./get_organization";
import type { postern } from "./postern";

type Post = Awaited<ReturnType<typeof postern.getPost>>["data"];

/** Returns title, description, canonical address and Open Graph of a post's page. */
export async function postMetadata(post: Post): Promise<Metadata> {
  const { name: title, description, url, image, tags, structuredData } = post;
  const { datePublished, dateModified } = structuredData.article;
  return {
    title,
    description,
    alternates: await alternates(url),
    openGraph: {
      type: "article",
      siteName: (await getOrganization()).name,
      title,
      description,
      url,
      images: image,
      publishedTime: datePublished,
      modifiedTime: dateModified,
      tags: tags && [...tags],
    },
  };
}
