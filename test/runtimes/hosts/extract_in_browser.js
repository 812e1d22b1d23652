/** The extractor in a page: once by its own parser, once over what the browser's made. */
import { extractFaqEntries, extractFaqEntriesFromDocument } from "postern/faq";

const html =
  "<h2>Is it open? <a href=#open>#</a></h2><p>It is &amp; <b>was</b>.</p><h3>Two?</h3><ul><li>Yes<li>No</ul>";
const page = new DOMParser().parseFromString(html, "text/html");
document.title = "done";
document.body.textContent = JSON.stringify([extractFaqEntries(html), extractFaqEntriesFromDocument(page)]);
