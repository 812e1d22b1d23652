import type { Metadata } from "next";
import { PostList } from "@/components/post_list";
import { alternates } from "@/lib/alternates";
import { listAllPosts } from "@/lib/list_posts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: "Archive", description: "All posts", alternates: await alternates("/archive") };
}

export default async function Archive() {
  return (
    <>
      <h1>Archive</h1>
      <PostList posts={await listAllPosts()} />
    </>
  );
}
