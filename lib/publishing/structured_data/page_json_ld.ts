/** An Organization in JSON-LD (https://schema.org/Organization). */
export interface OrganizationJsonLd {
  "@context": "https://schema.org";
  "@type": "Organization";
  name: string;
  url: string;
  logo?: string;
  sameAs: readonly string[];
}

/** A BreadcrumbList in JSON-LD (https://schema.org/BreadcrumbList). */
export interface BreadcrumbListJsonLd {
  "@context": "https://schema.org";
  "@type": "BreadcrumbList";
  itemListElement: { "@type": "ListItem"; position: number; name: string; item: string }[];
}

/** A page on the way from the home page to a post. */
export interface Breadcrumb {
  name: string;
  /** Absolute URL. */
  url: string;
}

/** Describes an organization with the other pages about it. */
export function toOrganization({
  name,
  url,
  logo,
  sameAs,
}: {
  name: string;
  url: string;
  logo: string | undefined;
  sameAs: readonly string[];
}): OrganizationJsonLd {
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    name,
    url,
    ...(logo === undefined ? {} : { logo }),
    sameAs,
  };
}

/** Describes the way from the home page to a page. */
export function toBreadcrumbList(breadcrumbs: readonly Breadcrumb[]): BreadcrumbListJsonLd {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: breadcrumbs.map(({ name, url }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: url,
    })),
  };
}
