import { type Html, html } from "../../../base/text/html.ts";

/** A page of the documentation. */
export interface Page {
  title: string;
  /** Base path of the API and its documentation. */
  server: string;
  navigation: readonly Html[];
  main: readonly Html[];
}

/** Renders a page without scripts, which loads only the style sheet. */
export function layout({ title, server, navigation, main }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${server}/docs/style.css">
</head>
<body>
<nav aria-label="Contents">
<p><a href="${server}/docs">The API</a> <a href="${server}/docs/problems">Problems</a> <a href="${server}/openapi.json">OpenAPI</a></p>
${navigation}</nav>
<main>
<h1>${title}</h1>
${main}</main>
</body>
</html>
`.text;
}
