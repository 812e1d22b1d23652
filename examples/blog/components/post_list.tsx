import Link from "next/link";
import { directionOf } from "@/lib/direction_of";
import type { ListedPost } from "@/lib/list_posts";
import { postPath } from "@/lib/post_path";
import { PostDate } from "./post_date";

export function PostList({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <ul className="posts">
      {posts.map(({ slug, name, description, inLanguage, publishedAt }) => (
        <li key={slug} lang={inLanguage} dir={directionOf(inLanguage)}>
          <h2>
            <Link href={postPath(slug)}>{name}</Link>
          </h2>
          <PostDate time={publishedAt} language={inLanguage} />
          {description && <p>{description}</p>}
        </li>
      ))}
    </ul>
  );
}
