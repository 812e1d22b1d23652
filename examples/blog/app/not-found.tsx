import type { Metadata } from "next";
import Link from "next/link";
import { SearchBox } from "@/components/search_box";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <>
      <h1>Page not found</h1>
      <p>
        Search for it, or see <Link href="/archive">all posts</Link>.
      </p>
      <SearchBox />
    </>
  );
}
