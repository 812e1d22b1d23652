/** Texts that end an element, an attribute, a comment or a line, or that parsers replace. */
export const hostileTexts: readonly string[] = [
  "</script>",
  "</SCRIPT >",
  "<!--<script>",
  "<!--",
  "-->",
  "]]>",
  "&lt;/script&gt; &amp;",
  '"}</script><script>alert(1)</script>',
  `"><img src=x onerror=alert(1)>`,
  "' onclick='alert(1)",
  "</details></div><h1>Out</h1>",
  "a \u2028 line \u2029 b",
  "\\u003c/script>",
  "{{ 7 * 7 }} ${7 * 7}",
  "😀",
];
