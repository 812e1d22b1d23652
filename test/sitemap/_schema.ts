import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { xmllintIsMissing } from "../feeds/_xmllint.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

const schemas = process.env["POSTERN_XSD"];

/** Schemas for the elements of other namespaces, which the protocol's schemas do not define. */
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

/** Returns true if the schemas or xmllint are missing, so sitemaps cannot be validated. With `CI`, xmllint is required. */
export function schemasAreMissing(): boolean {
  if (schemas === undefined) {
    console.warn("POSTERN_XSD is not set: sitemaps are not validated against the schemas of sitemaps.org");
    return true;
  }
  return xmllintIsMissing();
}

/** Validates a sitemap or an index with the protocol's schemas, which do not allow an empty sitemap. */
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

/** Returns a schema that imports all others, because xmllint accepts only one schema. */
function allSchemas(name: string): string {
  return `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <xsd:import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="${schemas}/${name}.xsd"/>
  <xsd:import namespace="http://www.w3.org/1999/xhtml" schemaLocation="xhtml.xsd"/>
  <xsd:import namespace="http://www.google.com/schemas/sitemap-image/1.1" schemaLocation="image.xsd"/>
</xsd:schema>`;
}
