import type { Metadata } from "next";
import Link from "next/link";
import { PostList } from "@/components/post_list";
import { SearchBox } from "@/components/search_box";
import { alternates } from "@/lib/alternates";
import { getOrganization } from "@/lib/get_organization";
import { listPosts } from "@/lib/list_posts";

export async function generateMetadata(): Promise<Metadata> {
  const { name, description } = await getOrganization();
  const openGraph = { type: "website" as const, siteName: name, title: name, description, url: "/" };
  return { alternates: await alternates("/"), openGraph };
}

export default async function Home() {
  const { name, description } = await getOrganization();
  return (
    <>
      <h1>{name}</h1>
      <p className="lead">{description}</p>
      <SearchBox />
      <PostList posts={await listPosts(20)} />
      <p>
        <Link href="/archive">All posts</Link>
      </p>
    </>
  );
}
