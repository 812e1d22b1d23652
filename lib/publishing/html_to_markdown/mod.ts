/**
 * Converts the HTML of posts to Markdown: GFM, with HTML where GFM cannot express an element.
 *
 * @module
 */
export { htmlToMarkdown, htmlToMarkdownSteps, treeToMarkdown } from "./html_to_markdown.ts";
export { newElement, newText, type Node } from "./tree.ts";
