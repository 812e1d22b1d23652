import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { directionOf } from "@/lib/direction_of";
import { getOrganization } from "@/lib/get_organization";
import "./style.css";

export async function generateMetadata(): Promise<Metadata> {
  const { name, url, description } = await getOrganization();
  return { metadataBase: new URL(url), title: { default: name, template: `%s – ${name}` }, description };
}

export default async function Layout({ children }: { children: ReactNode }) {
  const { name, language, feeds } = await getOrganization();
  return (
    <html lang={language} dir={directionOf(language)}>
      <body>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <header>
          <Link className="site" href="/">
            {name}
          </Link>
          <nav aria-label="Site">
            <Link href="/archive">Archive</Link>
            <Link href="/questions">Questions</Link>
            <Link href="/search">Search</Link>
          </nav>
        </header>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <footer>
          {feeds && <a href={feeds.atom}>Feed</a>}
          <a href="/sitemap.xml">Sitemap</a>
        </footer>
      </body>
    </html>
  );
}
