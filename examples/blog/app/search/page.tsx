import type { Metadata } from "next";
import Link from "next/link";
import { SearchBox } from "@/components/search_box";
import { SearchResult } from "@/components/search_result";
import { searchPosts } from "@/lib/search_posts";

export const metadata: Metadata = {
  title: "Search",
  description: "Search the posts",
  robots: { index: false },
};

interface Props {
  searchParams: Promise<{ q?: string | string[]; cursor?: string | string[] }>;
}

export default async function Search({ searchParams }: Props) {
  const { q, cursor } = await searchParams;
  const query = String(q ?? "").trim();
  return (
    <>
      <h1>Search</h1>
      <SearchBox query={query} />
      {query !== "" && <Results query={query} cursor={cursor === undefined ? undefined : String(cursor)} />}
    </>
  );
}

async function Results({ query, cursor }: { query: string; cursor: string | undefined }) {
  const { results, nextCursor, message, excluded = [], noGoodMatch } = await searchPosts(query, cursor);
  return (
    <section aria-labelledby="results">
      <h2 id="results">Results for “{query}”</h2>
      {excluded.length > 0 && (
        <p>
          Without {excluded.map((text) => `“${text}”`).join(", ")}.{" "}
          <Link
            href={{ pathname: "/search", query: { q: query.replaceAll(/(^|\s)-(?=[\p{L}"“”„])/gu, "$1") } }}
          >
            Search for them instead
          </Link>
        </p>
      )}
      {noGoodMatch && <p>No post fits the whole query. These have a part of it.</p>}
      {results.length === 0 && <p>{message ?? "Nothing was found."}</p>}
      {results.map((result, index) => (
        <SearchResult key={index} result={result} />
      ))}
      {nextCursor !== null && (
        <Link href={{ pathname: "/search", query: { q: query, cursor: nextCursor } }}>More results</Link>
      )}
    </section>
  );
}
