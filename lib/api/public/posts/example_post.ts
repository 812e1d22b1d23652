import type { PostItem } from "../../../content/mod.ts";
import type { SinglePost } from "../../representations/post_schema.ts";

/** Example post in the documentation, as a list item. */
export const exampleItem: PostItem & Required<Pick<PostItem, "wordCount" | "createdAt" | "updatedAt">> = {
  id: 12,
  name: "When we are open",
  slug: "when-we-are-open",
  url: "https://acme.example/blog/when-we-are-open",
  description: "Our hours, and the days on which we are closed",
  author: "Ada Lovelace",
  tags: ["visit"],
  wordCount: 14,
  articleSection: "Help",
  inLanguage: "en-US",
  isAccessibleForFree: true,
  publishedAt: "2026-03-01T08:00:00.000Z",
  createdAt: "2026-03-01T08:00:00.000Z",
  updatedAt: "2026-05-01T12:30:00.000Z",
  changedAt: "2026-05-01T12:30:00.000Z",
};

const faqEntries = [
  { question: "When are you open?", answer: "From nine to five." },
  { question: "And on Sundays?", answer: "We are closed." },
];

/** Example post in the documentation, complete. */
export const examplePost: SinglePost = {
  ...exampleItem,
  html: "<h2>When are you open?</h2><p>From nine to five.</p><h2>And on Sundays?</h2><p>We are closed.</p>",
  faqEntries,
  structuredData: {
    article: {
      "@context": "https://schema.org",
      "@type": "Article",
      headline: exampleItem.name,
      wordCount: 14,
      articleSection: "Help",
      inLanguage: "en-US",
      isAccessibleForFree: true,
      speakable: {
        "@type": "SpeakableSpecification",
        cssSelector: ["h1", '[itemprop="description"]', "article p"],
      },
      datePublished: "2026-03-01T08:00:00.000Z",
      dateModified: "2026-05-01T12:30:00.000Z",
      author: { "@type": "Person", name: "Ada Lovelace" },
      publisher: { "@type": "Organization", name: "Acme", url: "https://acme.example" },
      mainEntityOfPage: { "@type": "WebPage", "@id": exampleItem.url },
      url: exampleItem.url,
    },
    faqPage: {
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: faqEntries.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
  },
};

/** Example post in the documentation, as Markdown. */
export const exampleMarkdown: string = `---
title: "${exampleItem.name}"
slug: "${exampleItem.slug}"
url: "${exampleItem.url}"
language: "en-US"
free: true
---

## When are you open?

From nine to five.

## And on Sundays?

We are closed.
`;
