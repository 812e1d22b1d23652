import type { ArticleProperties } from "./article_properties.ts";

/** Input of {@link toArticle}. Undefined fields are omitted from the result. */
export interface ArticleInput {
  name: string;
  wordCount?: number;
  articleSection?: string;
  /** BCP 47 language tag. */
  inLanguage?: string;
  isAccessibleForFree?: boolean;
  /** CSS selector of the paid part of the page. */
  paywallSelector?: string;
  /** CSS selectors of the parts of the page that read well aloud. */
  speakable: readonly string[];
  /** RFC 3339 timestamps. */
  datePublished?: string;
  dateModified?: string;
  description?: string;
  /** Absolute URL. */
  image?: string;
  /** The author's name. */
  author?: string;
  /** The names of several authors, in order. They override `author`. */
  authors?: readonly string[];
  publisher?: { name: string; url?: string; logo?: string };
  /** Absolute URL of the post's page. */
  url?: string;
  /** Values of more properties of schema.org's Article, which come last. */
  properties?: ArticleProperties;
}

/** A Person in JSON-LD (https://schema.org/Person). */
interface PersonJsonLd {
  "@type": "Person";
  name: string;
}

/** An Article in JSON-LD (https://schema.org/Article). The spec's fields come first, then additional fields. */
export interface ArticleJsonLd extends ArticleProperties {
  "@context": "https://schema.org";
  "@type": "Article";
  headline: string;
  wordCount?: number;
  articleSection?: string;
  inLanguage?: string;
  isAccessibleForFree?: boolean;
  hasPart?: { "@type": "WebPageElement"; isAccessibleForFree: false; cssSelector: string };
  speakable: { "@type": "SpeakableSpecification"; cssSelector: string[] };
  datePublished?: string;
  dateModified?: string;
  description?: string;
  image?: string;
  /** An object for `author`, an array for `authors`. */
  author?: PersonJsonLd | PersonJsonLd[];
  publisher?: {
    "@type": "Organization";
    name: string;
    url?: string;
    logo?: { "@type": "ImageObject"; url: string };
  };
  mainEntityOfPage?: { "@type": "WebPage"; "@id": string };
  url?: string;
}

/**
 * Describes a post as schema.org's Article (spec, "structuredData.article").
 *
 * @example
 * ```ts
 * import { toArticle } from "postern/structured-data";
 *
 * toArticle({ name: "Hello", wordCount: 2, speakable: ["h1"] }).headline; // "Hello"
 * ```
 */
export function toArticle(post: ArticleInput): ArticleJsonLd {
  const { name, speakable, author, authors = [], publisher, url, paywallSelector, ...rest } = post;
  return omitUndefined({
    "@context": "https://schema.org",
    "@type": "Article",
    headline: name,
    wordCount: rest.wordCount,
    articleSection: rest.articleSection,
    inLanguage: rest.inLanguage,
    isAccessibleForFree: rest.isAccessibleForFree,
    hasPart: paywallSelector === undefined ? undefined : toPaidPart(paywallSelector),
    speakable: { "@type": "SpeakableSpecification", cssSelector: [...speakable] },
    datePublished: rest.datePublished,
    dateModified: rest.dateModified,
    description: rest.description,
    image: rest.image,
    author: authors.length > 0 ? authors.map(toPerson) : author === undefined ? undefined : toPerson(author),
    publisher: publisher && toPublisher(publisher),
    mainEntityOfPage: url === undefined ? undefined : { "@type": "WebPage", "@id": url },
    url,
    ...rest.properties,
  }) as ArticleJsonLd;
}

function toPerson(name: string): PersonJsonLd {
  return { "@type": "Person", name };
}

/** Marks the part of a page behind a paywall (Google, "Subscription and paywalled content"). */
function toPaidPart(cssSelector: string): object {
  return { "@type": "WebPageElement", isAccessibleForFree: false, cssSelector };
}

function toPublisher({ name, url, logo }: NonNullable<ArticleInput["publisher"]>): object {
  return omitUndefined({
    "@type": "Organization",
    name,
    url,
    logo: logo === undefined ? undefined : { "@type": "ImageObject", url: logo },
  });
}

function omitUndefined(object: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
