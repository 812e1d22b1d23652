import { describe, expect, it } from "vitest";
import { toArticle, toFaqPage } from "../../lib/publishing/structured_data/mod.ts";

describe("toArticle", () => {
  it("has the specification's fields, without unknown values", () => {
    const post = {
      name: "Hello",
      wordCount: 0,
      articleSection: "News",
      inLanguage: "en-US",
      isAccessibleForFree: false,
      speakable: ["h1", "article p"],
    };
    expect(toArticle(post)).toStrictEqual({
      "@context": "https://schema.org",
      "@type": "Article",
      headline: "Hello",
      wordCount: 0,
      articleSection: "News",
      inLanguage: "en-US",
      isAccessibleForFree: false,
      speakable: { "@type": "SpeakableSpecification", cssSelector: ["h1", "article p"] },
    });
  });

  it("has the fields that search engines recommend if they are known", () => {
    const article = toArticle({
      name: "Hello",
      speakable: ["h1"],
      datePublished: "2026-01-01T00:00:00.000Z",
      dateModified: "2026-01-02T00:00:00.000Z",
      description: "D",
      image: "https://example.com/i.png",
      author: "Ada",
      publisher: { name: "Acme", logo: "https://example.com/l.png" },
      url: "https://example.com/hello",
    });
    expect(article).toStrictEqual({
      "@context": "https://schema.org",
      "@type": "Article",
      headline: "Hello",
      speakable: { "@type": "SpeakableSpecification", cssSelector: ["h1"] },
      datePublished: "2026-01-01T00:00:00.000Z",
      dateModified: "2026-01-02T00:00:00.000Z",
      description: "D",
      image: "https://example.com/i.png",
      author: { "@type": "Person", name: "Ada" },
      publisher: {
        "@type": "Organization",
        name: "Acme",
        logo: { "@type": "ImageObject", url: "https://example.com/l.png" },
      },
      mainEntityOfPage: { "@type": "WebPage", "@id": "https://example.com/hello" },
      url: "https://example.com/hello",
    });
  });

  it("has an array of persons for several authors", () => {
    const authors = ["Ada", "Grace"];
    const persons = authors.map((name) => ({ "@type": "Person", name }));
    expect(toArticle({ name: "Hello", speakable: ["h1"], author: "Ada", authors }).author).toEqual(persons);
    expect(toArticle({ name: "Hello", speakable: ["h1"], authors: ["Ada"] }).author).toEqual([persons[0]]);
  });
});

describe("toFaqPage", () => {
  const entry = (number: number): { question: string; answer: string } => ({
    question: `Q${number}?`,
    answer: `A${number}`,
  });

  it.each([0, 1])("returns undefined for %i entries", (count) => {
    expect(toFaqPage(Array.from({ length: count }, (_, index) => entry(index)))).toBeUndefined();
  });

  it("has one question per entry for two or more entries", () => {
    expect(toFaqPage([entry(1), entry(2)])).toStrictEqual({
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: [
        { "@type": "Question", name: "Q1?", acceptedAnswer: { "@type": "Answer", text: "A1" } },
        { "@type": "Question", name: "Q2?", acceptedAnswer: { "@type": "Answer", text: "A2" } },
      ],
    });
    expect(toFaqPage([1, 2, 3].map(entry))?.mainEntity).toHaveLength(3);
  });
});
