/** Response of a site, after redirects. */
export interface SiteResponse {
  /** URL of the response. */
  url: string;
  status: number;
  /** Headers by their names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
  /** The reason why the response is missing or incomplete, such as a timeout. Default: it is complete. */
  problem?: string;
}

/**
 * Requests a URL of a site.
 *
 * @throws {ImportError} if the site cannot be reached, or may not be requested
 */
export type GetFromSite = (url: string) => Promise<SiteResponse>;
