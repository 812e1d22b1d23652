import Link from "next/link";
import type { searchPosts } from "@/lib/search_posts";
import { directionOf } from "@/lib/direction_of";
import { postPath } from "@/lib/post_path";
import { Highlighted } from "./highlighted";

type Result = Awaited<ReturnType<typeof searchPosts>>["results"][number];

export function SearchResult({ result }: { result: Result }) {
  const { slug, name, fragment, heading, inLanguage, snippet } = result;
  const path = fragment === undefined ? postPath(slug) : `${postPath(slug)}#${fragment}`;
  return (
    <div className="result" lang={inLanguage} dir={directionOf(inLanguage)}>
      <h3>
        <Link href={path}>{heading === undefined ? name : `${name}: ${heading}`}</Link>
      </h3>
      <p>
        <Highlighted {...snippet} />
      </p>
    </div>
  );
}
