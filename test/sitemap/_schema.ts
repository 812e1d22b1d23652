import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { xmllintIsMissing } from "../feeds/_xmllint.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

const schemas = process.env["POSTERN_XSD"];

/** What the protocol's schemas leave to others: the elements of other namespaces that the sitemaps have. */
const extensions = {
  xhtml: `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/1999/xhtml">
  <xsd:element name="link"><xsd:complexType>
    <xsd:attribute name="rel" use="required" fixed="alternate"/>
    <xsd:attribute name="hreflang" use="required" type="xsd:language"/>
    <xsd:attribute name="href" use="required" type="xsd:anyURI"/>
  </xsd:complexType></xsd:element>
</xsd:schema>`,
  image: `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"
  targetNamespace="http://www.google.com/schemas/sitemap-image/1.1">
  <xsd:element name="image"><xsd:complexType><xsd:sequence>
    <xsd:element name="loc" type="xsd:anyURI"/>
  </xsd:sequence></xsd:complexType></xsd:element>
</xsd:schema>`,
};

/** Whether sitemaps cannot be validated here. With `CI` set, xmllint must be there. */
export function schemasAreMissing(): boolean {
  if (schemas === undefined) {
    console.warn("POSTERN_XSD is not set: sitemaps are not validated against the schemas of sitemaps.org");
    return true;
  }
  return xmllintIsMissing();
}

/** Validates a sitemap or an index by the protocol's schemas. An empty sitemap is none for them, and not to be given. */
export function validateSitemap(xml: string): void {
  const { path, remove } = temporaryDirectory();
  try {
    for (const [name, schema] of Object.entries(extensions)) writeFileSync(join(path, `${name}.xsd`), schema);
    writeFileSync(join(path, "all.xsd"), allSchemas(xml.includes("<sitemapindex") ? "siteindex" : "sitemap"));
    writeFileSync(join(path, "sitemap.xml"), xml);
    const files = ["--schema", join(path, "all.xsd"), join(path, "sitemap.xml")];
    execFileSync("xmllint", ["--nonet", "--noout", "--huge", ...files], { stdio: "pipe" });
  } finally {
    remove();
  }
}

/** xmllint takes one schema, so this one imports the others. */
function allSchemas(name: string): string {
  return `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <xsd:import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="${schemas}/${name}.xsd"/>
  <xsd:import namespace="http://www.w3.org/1999/xhtml" schemaLocation="xhtml.xsd"/>
  <xsd:import namespace="http://www.google.com/schemas/sitemap-image/1.1" schemaLocation="image.xsd"/>
</xsd:schema>`;
}
