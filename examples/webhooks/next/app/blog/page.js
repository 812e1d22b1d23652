import Link from "next/link";
import { listPosts } from "../../posts.js";

export default async function Page() {
  const posts = await listPosts();
  return (
    <ul>
      {posts.map(({ slug, name }) => (
        <li key={slug}>
          <Link href={`/blog/${encodeURIComponent(slug)}`}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}
