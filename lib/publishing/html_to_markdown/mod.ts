/**
 * Converts the HTML of posts to Markdown: GFM, with HTML where GFM cannot express an element.
 *
 * @module
 */
export { htmlToMarkdown, htmlToMarkdownSteps } from "./html_to_markdown.ts";
