import Link from "next/link";
import { read } from "./read.js";

export const dynamic = "force-dynamic";

export default async function Home() {
  const { posts } = await read("post/acme?fields=slug,name");
  return (
    <main>
      <h1>Posts</h1>
      <ul>
        {posts.map(({ slug, name }) => (
          <li key={slug}>
            <Link href={`/blog/${slug}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
