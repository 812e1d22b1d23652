import { jsonContent } from "../../description/openapi_content.ts";
import { faqListSchema, organizationFaqPageSchema } from "../../representations/faq_schema.ts";
import { readOperation, type DescribeOperation } from "../../description/read_operation.ts";
import { exampleItem } from "../posts/example_post.ts";
import { faqParameters } from "./faq_parameters.ts";

const { slug, url, name } = exampleItem;
const question = "When are you open?";
const answer = "From nine to five.";

/** Describes `GET /faq/{organizationSlug}`. */
export const describeListFaq: DescribeOperation = readOperation({
  operationId: "listFaq",
  path: "/faq/{organizationSlug}",
  tag: "Posts",
  summary: "List the questions of all posts",
  description:
    "Returns the FAQ entries of a page of published posts, the newest post first. Follow `nextCursor`, or the header `Link`, until it is " +
    "null. A page may have no questions although a next page exists. With `Accept: application/ld+json`, the response is one FAQPage " +
    "of schema.org. Without a key, posts that only callers with a key may read have no questions here.",
  needsKey: "for-reading",
  query: faqParameters,
  responseDescription: "A page of questions.",
  headers: ["Link"],
  content: jsonContent(faqListSchema, {
    page: {
      summary: "The last page",
      value: { faqEntries: [{ question, answer, post: { slug, url, name } }], nextCursor: null },
    },
  }),
  alternative: {
    mediaType: "application/ld+json",
    schema: organizationFaqPageSchema,
    examples: {
      faqPage: {
        summary: "A FAQPage of one question",
        value: {
          "@context": "https://schema.org",
          "@type": "FAQPage",
          mainEntity: [
            {
              "@type": "Question",
              name: question,
              acceptedAnswer: { "@type": "Answer", text: answer },
              url,
            },
          ],
        },
      },
    },
  },
  problems: ["invalid-parameter", "text-too-large", "text-too-complex", "busy"],
});
