import * as v from "valibot";
import { schemaOf } from "../../http/mod.ts";
import {
  type ArticleProperties,
  articleProperties,
  type ArticleJsonLd,
  type FaqPageJsonLd,
} from "../../publishing/mod.ts";
import type { EntriesOf } from "../../base/fields/entries_of.ts";

const context = v.literal("https://schema.org");

const person = v.strictObject({ "@type": v.literal("Person"), name: v.string() });

const publisher = v.strictObject({
  "@type": v.literal("Organization"),
  name: v.string(),
  url: v.exactOptional(v.string()),
  logo: v.exactOptional(v.strictObject({ "@type": v.literal("ImageObject"), url: v.string() })),
});

/** Values of the properties that fields of one's own can have, by their types. */
function articleValue(types: string): v.GenericSchema {
  const isText = types.includes("Text");
  const isNumber = /Number|Integer/.test(types);
  if (types === "Boolean") return v.boolean();
  if (isText)
    return v.union([
      v.string(),
      v.pipe(v.array(v.string()), v.readonly()),
      ...(isNumber ? [v.number()] : []),
    ]);
  return isNumber ? v.number() : v.string();
}

/** Properties that fields of one's own can have. */
const moreProperties = Object.fromEntries(
  Object.entries(articleProperties).map(([name, types]) => [name, v.exactOptional(articleValue(types))]),
) as unknown as EntriesOf<ArticleProperties>;

export const articleSchema: v.GenericSchema<ArticleJsonLd> = schemaOf<ArticleJsonLd>()(
  v.strictObject({
    "@context": context,
    "@type": v.literal("Article"),
    headline: v.string(),
    wordCount: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    articleSection: v.exactOptional(v.string()),
    inLanguage: v.exactOptional(v.string()),
    isAccessibleForFree: v.exactOptional(v.boolean()),
    hasPart: v.exactOptional(
      v.pipe(
        v.strictObject({
          "@type": v.literal("WebPageElement"),
          isAccessibleForFree: v.literal(false),
          cssSelector: v.string(),
        }),
        v.description("The part of the page behind the paywall, if `paidContent` is `key`."),
      ),
    ),
    speakable: v.strictObject({
      "@type": v.literal("SpeakableSpecification"),
      cssSelector: v.array(v.string()),
    }),
    datePublished: v.exactOptional(v.pipe(v.string(), v.isoTimestamp())),
    dateModified: v.exactOptional(v.pipe(v.string(), v.isoTimestamp())),
    description: v.exactOptional(v.string()),
    image: v.exactOptional(v.string()),
    author: v.exactOptional(
      v.pipe(v.union([person, v.array(person)]), v.description("An array if the post has `authors`.")),
    ),
    publisher: v.exactOptional(publisher),
    mainEntityOfPage: v.exactOptional(v.strictObject({ "@type": v.literal("WebPage"), "@id": v.string() })),
    url: v.exactOptional(v.string()),
    ...moreProperties,
  }),
);

/** A FAQPage in JSON-LD. */
export const faqPageSchema: v.GenericSchema<FaqPageJsonLd> = schemaOf<FaqPageJsonLd>()(
  v.strictObject({
    "@context": context,
    "@type": v.literal("FAQPage"),
    mainEntity: v.pipe(
      v.array(
        v.strictObject({
          "@type": v.literal("Question"),
          name: v.string(),
          acceptedAnswer: v.strictObject({ "@type": v.literal("Answer"), text: v.string() }),
        }),
      ),
      v.minLength(2),
    ),
  }),
);
