/** HTML on the clipboard, as programs write it, and the Markdown that its paste writes. */
export interface Clipboard {
  html: string;
  text: string;
  markdown: string;
}

const docsSpan = (style: string, text: string): string =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style}font-variant:normal;vertical-align:baseline;white-space:pre-wrap;">${text}</span>`;
const plain = "font-weight:400;font-style:normal;text-decoration:none;";
const docsItem = (level: number, text: string): string =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;" role="presentation">${docsSpan(plain, text)}</p></li>`;

/** Google Docs: everything is in a bold element that is not bold, and formats are styles. */
export const docs: Clipboard = {
  html: `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7c1f0e0a-7fff-2d3c-94d1-5c8a4b9e1f00"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">When does it end?</span></h2><p dir="ltr" style="line-height:1.38;">${docsSpan(plain, "At ")}${docsSpan("font-weight:700;font-style:normal;text-decoration:none;", "noon")}${docsSpan(plain, ", see ")}<a href="https://acme.example/a" style="text-decoration:none;">${docsSpan("font-weight:400;text-decoration:underline;", "the plan")}</a>${docsSpan(plain, ".")}</p><br /><ul style="margin-top:0;margin-bottom:0;">${docsItem(1, "one")}<ul>${docsItem(2, "inner")}</ul>${docsItem(1, "two")}</ul><br /><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="100" /><col width="100" /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000 1pt;"><p dir="ltr">${docsSpan(plain, "Plan")}</p></td><td><p dir="ltr">${docsSpan(plain, "Price")}</p></td></tr><tr><td><p dir="ltr">${docsSpan(plain, "Pro")}</p></td><td><p dir="ltr">${docsSpan("font-weight:400;font-style:italic;", "9")}</p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`,
  text: "When does it end?\nAt noon, see the plan.\n\none\ninner\ntwo",
  markdown:
    "## When does it end?\n\nAt **noon**, see [the plan](https://acme.example/a).\n\n- one\n  - inner\n- two\n\n| Plan | Price |\n| --- | --- |\n| Pro | *9* |",
};

const wordItem = (place: string, mark: string, level: number, text: string): string =>
  `<p class=MsoListParagraphCxSp${place} style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>\n\n`;

/** Word: list items are paragraphs with a style, and the head has styles and XML. */
export const word: Clipboard = {
  html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-US><!--StartFragment--><p class=MsoTitle>The plan<o:p></o:p></p>

<p class=MsoNormal><b><span lang=EN-US>Bold</span></b><span lang=EN-US> and<span style='mso-spacerun:yes'>  </span><i>slanted</i> text<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference>[1]</span></a>.<o:p></o:p></span></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

${wordItem("First", "·", 1, "one")}${wordItem("Middle", "o", 2, "inner")}${wordItem("Last", "·", 1, "two")}${wordItem("First", "3.", 1, "three")}${wordItem("Last", "4.", 1, "four")}<table class=MsoTableGrid border=1 cellspacing=0><tr><td width=200 valign=top><p class=MsoNormal>Plan<o:p></o:p></p></td><td><p class=MsoNormal>A|B<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>Pro<o:p></o:p></p></td><td><p class=MsoNormal>9<o:p></o:p></p><p class=MsoNormal>a month<o:p></o:p></p></td></tr></table><img width=10 height=10 src="file:///C:/Users/ada/clip_image002.png"><!--EndFragment--></body></html>`,
  text: "The plan\r\nBold and slanted text[1].\r\n",
  markdown:
    "# The plan\n\n**Bold** and *slanted* text\\[1].\n\n- one\n  - inner\n- two\n\n3. three\n4. four\n\n| Plan | A\\|B |\n| --- | --- |\n| Pro | 9<br>a month |",
};

/** A web page in Chromium, which writes computed styles, with code and scripts. */
export const page: Clipboard = {
  html: `<meta charset='utf-8'><h3 style="font-weight: 700; color: rgb(0, 0, 0); font-family: system-ui;">Run it<a class="anchor" aria-hidden="true" href="https://acme.example/#run"><svg></svg></a></h3><p style="font-weight: 400;">Use <code style="font-family: monospace;">npm *start*</code> &amp; wait.</p><div class="highlight highlight-source-js"><pre><span class="pl-k" style="font-weight: 700">const</span> a = 1;\n</pre></div><script>alert(1)</script><blockquote><p>Quoted</p></blockquote><img src="https://acme.example/a.png" alt="A plan"><iframe src="https://evil.example"></iframe>`,
  text: "Run it\nUse npm *start* & wait.",
  markdown:
    "### Run it\n\nUse `npm *start*` & wait.\n\n```js\nconst a = 1;\n```\n\n> Quoted\n\n![A plan](https://acme.example/a.png)",
};
