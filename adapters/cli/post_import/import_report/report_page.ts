import { html, type HtmlValue } from "../../../../lib/base/text/html.ts";
import { formatPlace } from "../../../../lib/import/mod.ts";
import type { ReportDocument } from "./report_document.ts";
import { summaryOf } from "./import_tally.ts";

/** Writes a report as an HTML page. */
export function toReportPage({ organization, source, isDryRun, ...report }: ReportDocument): string {
  const { summary, posts, media, redirectMaps, unmapped } = report;
  const [counts = ""] = summaryOf(summary, isDryRun);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Import of ${source} into ${organization}</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            margin: 2rem auto;
            max-width: 75rem;
            overflow-wrap: anywhere;
            padding: 0 1rem;
          }
          table {
            border-collapse: collapse;
            width: 100%;
          }
          th,
          td {
            border-bottom: 1px solid #ccc;
            padding: 0.25rem 0.5rem;
            text-align: left;
            vertical-align: top;
          }
          pre {
            background: #f4f4f4;
            overflow: auto;
            overflow-wrap: normal;
            padding: 1rem;
          }
          @media (max-width: 48rem) {
            body {
              margin: 1rem auto;
            }
            thead {
              clip-path: inset(50%);
              position: absolute;
            }
            tr {
              border-bottom: 1px solid #ccc;
              display: block;
              padding: 0.5rem 0;
            }
            td {
              border: 0;
              display: block;
              padding: 0;
            }
            td:empty {
              display: none;
            }
            td::before {
              content: attr(data-label) ": ";
              font-weight: bold;
            }
          }
        </style>
      </head>
      <body>
        <h1>Import of ${source} into ${organization}</h1>
        <p>${counts}</p>
        <h2>Lost and noted</h2>
        ${table(
          ["Category", "Count", "Lost", "Examples"],
          summary.categories.map(({ category, count, isLoss, examples }) => [
            category,
            count,
            isLoss ? "yes" : "no",
            examples.map(({ place, text }) => html`${formatPlace(place)}: ${text}<br />`),
          ]),
        )}
        <h2>Headings that look like questions, but are not FAQ entries</h2>
        ${table(
          ["Count", "Element", "Reason", "Examples"],
          summary.lostQuestions.map(({ count, element, reason, examples }) => [
            count,
            element,
            reason,
            examples.map(({ place, text }) => html`${formatPlace(place)}: ${text}<br />`),
          ]),
        )}
        <h2>Faults in FAQ entries</h2>
        ${table(
          ["Count", "Code", "Fault", "Examples"],
          summary.answerFaults.map(({ count, code, message, examples }) => [
            count,
            code,
            message,
            examples.map(({ place, text }) => html`${formatPlace(place)}: ${text}<br />`),
          ]),
        )}
        <h2>Posts</h2>
        ${table(
          ["Result", "Old address", "New address", "Found in"],
          posts.map(({ outcome, sourceUrl, url, place }) => [
            outcome,
            sourceUrl,
            html`<a href="${url}">${url}</a>`,
            place,
          ]),
        )}
        <h2>Images and files</h2>
        ${table(
          ["Result", "Address", "New address", "Place", "Found in"],
          media.map(({ result, reason, address, newUrl, where, place }) => [
            reason === undefined ? result : `${result}: ${reason}`,
            address,
            newUrl,
            where,
            place,
          ]),
        )}
        <h2>Old addresses without a redirect</h2>
        ${table(
          ["Old address", "New address", "Missing in", "Reason"],
          unmapped.map(({ from, to, missingIn, reason }) => [from, to, missingIn.join(", "), reason]),
        )}
        <h2>Redirects for nginx</h2>
        <pre>${redirectMaps.nginx}</pre>
        <h2>Redirects for Caddy</h2>
        <pre>${redirectMaps.caddy}</pre>
        <h2>Redirects as a _redirects file</h2>
        <pre>${redirectMaps._redirects}</pre>
      </body>
    </html> `;
  return page.text;
}

function table(headings: readonly string[], rows: readonly (readonly HtmlValue[])[]): HtmlValue {
  if (rows.length === 0) return html`<p>None.</p>`;
  return html`<table>
    <thead>
      <tr>
        ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((cell, column) => html`<td data-label="${headings[column]}">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
