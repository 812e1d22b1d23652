import Link from "next/link";
import { client } from "./client.ts";

export const dynamic = "force-dynamic";

export default async function Home() {
  const { data } = await client.listPosts({ fields: ["slug", "name"] });
  return (
    <main>
      <h1>Posts</h1>
      <ul>
        {data.posts.map(({ slug, name }) => (
          <li key={slug}>
            <Link href={`/blog/${encodeURIComponent(slug)}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
