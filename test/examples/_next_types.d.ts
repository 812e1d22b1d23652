// The parts of Next.js that `examples/blog` uses. The packages of this repository do not include Next.js.

declare module "next" {
  export interface NextConfig {
    poweredByHeader?: boolean;
    turbopack?: { root: string };
    htmlLimitedBots?: RegExp;
    rewrites?: () => Promise<{ source: string; destination: string }[]>;
  }
  export interface Metadata {
    metadataBase?: URL;
    title?: string | { default: string; template: string };
    description?: string | undefined;
    alternates?: { canonical: string; types?: Record<string, { url: string; title: string }[]> };
    robots?: { index: boolean };
    openGraph?: {
      type: "website" | "article";
      siteName: string;
      title: string;
      description: string | undefined;
      url: string;
      images?: string | undefined;
      publishedTime?: string | undefined;
      modifiedTime?: string | undefined;
      tags?: string[] | undefined;
    };
  }
  export namespace MetadataRoute {
    interface Robots {
      rules: { userAgent: string; disallow: string[] };
      sitemap: string;
    }
  }
}

declare module "next/link" {
  import type { ReactElement, ReactNode } from "react";
  export default function Link(props: {
    href: string | { pathname: string; query: Record<string, string> };
    className?: string;
    children: ReactNode;
  }): ReactElement;
}

declare module "next/navigation" {
  export function notFound(): never;
  export function redirect(path: string): never;
  export function permanentRedirect(path: string): never;
}

declare module "next/cache" {
  export function revalidateTag(tag: string, profile: { expire: number }): void;
}

declare module "next/headers" {
  interface CookieOptions {
    path: string;
    httpOnly: boolean;
    secure: boolean;
    sameSite: "lax";
  }
  export function draftMode(): Promise<{ isEnabled: boolean; enable(): void; disable(): void }>;
  export function cookies(): Promise<{
    get(name: string): { value: string } | undefined;
    set(name: string, value: string, options: CookieOptions): void;
    delete(cookie: { name: string; path: string }): void;
  }>;
}

declare module "*.css" {}
