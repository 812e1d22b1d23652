/**
 * The FAQ extractor by itself: no server, no storage.
 *
 * Run: `npm run build && node examples/extract_faq.js`
 */
import { extractFaqEntries } from "postern/faq";
import { toFaqPage, toScriptTag } from "postern/structured-data";

const html = `
  <h2>Does it need a server?</h2>
  <p>No. It is a function.</p>
  <h2>What does it read? <a href="#reads">#</a></h2>
  <p>Any HTML, as a <b>browser</b> would.</p>`;

const entries = extractFaqEntries(html);
console.log(entries);
console.log(toScriptTag(toFaqPage(entries)));
