import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { schemaOf } from "../../http/mod.ts";
import { faqEntryEntries, nextCursorSchema } from "./post_schema.ts";
import type { FaqItem, FaqList, OrganizationFaqPage } from "./represent_faq.ts";

/** A question of an organization. */
export const faqItemSchema: v.GenericSchema<FaqItem> = schemaOf<FaqItem>()(
  v.strictObject({
    ...faqEntryEntries,
    post: v.pipe(
      v.strictObject({ slug: v.string(), url: v.pipe(v.string(), v.url()), name: v.string() }),
      v.description("The post with the question."),
    ),
  }),
);

/** A page of the questions of an organization. */
export const faqListSchema: v.GenericSchema<FaqList> = schemaOf<FaqList>()(
  v.strictObject({ faqEntries: v.array(faqItemSchema), nextCursor: nextCursorSchema }),
);

/** A page of the questions as a FAQPage in JSON-LD. */
export const organizationFaqPageSchema: v.GenericSchema<OrganizationFaqPage> =
  schemaOf<OrganizationFaqPage>()(
    v.strictObject({
      "@context": v.literal("https://schema.org"),
      "@type": v.literal("FAQPage"),
      mainEntity: v.array(
        v.strictObject({
          "@type": v.literal("Question"),
          name: v.string(),
          acceptedAnswer: v.strictObject({ "@type": v.literal("Answer"), text: v.string() }),
          url: textSchema("URL of the post with the question."),
        }),
      ),
    }),
  );
