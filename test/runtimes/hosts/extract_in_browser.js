/** The extractor in a page: with its own parser, and with the browser's DOM. */
import { extractFaqEntries, extractFaqEntriesFromDocument } from "postern/faq";

const html =
  "<h2>Is it open? <a href=#open>#</a></h2><p>It is &amp; <b>was</b>.</p><h3>Two?</h3><ul><li>Yes<li>No</ul>";
const page = new DOMParser().parseFromString(html, "text/html");
document.title = "done";
document.body.textContent = JSON.stringify([extractFaqEntries(html), extractFaqEntriesFromDocument(page)]);
