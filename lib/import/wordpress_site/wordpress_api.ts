import { ImportError } from "../import_error.ts";
import { listOf, objectOf, textOf } from "../ghost/json_value.ts";
import { toLanguage } from "../values/post_fields.ts";
import type { GetFromSite, SiteResponse } from "./site_response.ts";

/** Response of an API to a request for JSON. */
export interface ApiResponse {
  status: number;
  /** Undefined if the body is no JSON. */
  value: unknown;
  /** Code of WordPress's error, such as `rest_forbidden`. */
  code: string | undefined;
  /** Number of items and pages of a list. Undefined if the response does not name it. */
  total: number | undefined;
  pages: number | undefined;
  /** The reason why the response is unusable, such as `HTTP 500`. Undefined for a usable response. */
  fault: string | undefined;
}

/** Parameters of a request. Undefined ones are left out. */
export type ApiParameters = Readonly<Record<string, string | number | undefined>>;

/** Maximum length of the part of a page that is searched for the address of the API. */
const maxHeadLength = 500_000;
const maxAddressLength = 2083;
const apiRelation = "https://api.w.org/";
const linkInHeader = /<([^<>]{1,2000})>\s{0,10};[^,]{0,200}?rel="?https:\/\/api\.w\.org\/"?/;
const linkElement = /<link\s[^<>]{1,2000}>/gi;
const languageOfPage = /<html\s(?:[^<>]{0,1000}\s)?lang=["']?([A-Za-z0-9-]{2,35})/i;

/** The REST API of a WordPress site. */
export class WordPressApi {
  /** Absolute URL of the site. */
  readonly home: string;
  /** Language of the site, if its page names it. */
  readonly language: string | undefined;
  readonly #root: URL;
  readonly #get: GetFromSite;

  private constructor(
    root: URL,
    get: GetFromSite,
    { home, language }: Pick<WordPressApi, "home" | "language">,
  ) {
    this.#root = root;
    this.#get = get;
    this.home = home;
    this.language = language;
  }

  /**
   * Finds the API of a site: by the header `Link`, by the element `link`, or at its usual addresses. The address can also be that of the API.
   *
   * @throws {ImportError} if there is no API
   */
  static async find(address: string, get: GetFromSite): Promise<WordPressApi> {
    const page = await get(address);
    const language = toLanguage(languageOfPage.exec(page.text.slice(0, maxHeadLength))?.[1]);
    const tried: string[] = [];
    for (const url of candidatesOf(page)) {
      const response = url.href === page.url ? page : await get(url.href);
      const { value, fault } = toApiResponse(response);
      const index = objectOf(value);
      if (fault === undefined && listOf(index?.["namespaces"]).includes("wp/v2")) {
        const home = [index?.["home"], index?.["url"]].map(webAddress).find(Boolean) ?? address;
        return new WordPressApi(new URL(response.url), get, { home, language });
      }
      tried.push(`${url.href} (${fault ?? "no index of the API"})`);
    }
    const reason = `no REST API of WordPress was found at ${tried.join(", ")}`;
    throw new ImportError({ file: address }, `${reason}. Import a file of Tools > Export instead`);
  }

  /** Requests a path of the API, such as `wp/v2/posts`. */
  async read(path: string, parameters: ApiParameters = {}): Promise<ApiResponse> {
    const url = new URL(this.#root);
    // Sites without permalinks have the path in a parameter.
    const route = url.searchParams.get("rest_route");
    if (route === null) url.pathname = withSlash(url.pathname) + path;
    else url.searchParams.set("rest_route", withSlash(route) + path);
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return toApiResponse(await this.#get(url.href));
  }
}

/** Returns the addresses at which the API of a page's site can be. */
function candidatesOf({ url, headers, text }: SiteResponse): URL[] {
  const page = new URL(url);
  const folder = page.origin + withSlash(page.pathname);
  const named = [linkInHeader.exec(headers["link"] ?? "")?.[1], addressInPage(text)];
  const usual = [url, `${folder}wp-json/`, `${folder}?rest_route=/`, `${page.origin}/wp-json/`];
  const found = [...named, ...usual].flatMap((address) => {
    if (address === undefined || !URL.canParse(address, url)) return [];
    const candidate = new URL(address, url);
    // A proxy can hide from WordPress that its site has https.
    if (candidate.host === page.host) candidate.protocol = page.protocol;
    candidate.hash = "";
    return [candidate];
  });
  return found.filter(({ href }, index) => found.findIndex((other) => other.href === href) === index);
}

function addressInPage(text: string): string | undefined {
  const elements = text.slice(0, maxHeadLength).matchAll(linkElement);
  const element = [...elements].find(([one]) => one.includes(apiRelation))?.[0] ?? "";
  const [, address] = /\shref=["']?([^"'\s<>]{1,2000})/i.exec(element) ?? [];
  return address?.replaceAll(/&amp;|&#0?38;/g, "&");
}

function toApiResponse({ status, headers, text, problem }: SiteResponse): ApiResponse {
  const value = parsed(text);
  const code = textOf(objectOf(value)?.["code"])?.slice(0, 100);
  const http = `HTTP ${status}${code === undefined ? "" : ` ${code}`}`;
  return {
    status,
    value,
    code,
    total: numberIn(headers["x-wp-total"]),
    pages: numberIn(headers["x-wp-totalpages"]),
    fault: problem ?? (status !== 200 ? http : value === undefined ? "no JSON" : undefined),
  };
}

function parsed(text: string): unknown {
  try {
    // Byte order marks of a theme's files can precede the JSON.
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

function webAddress(found: unknown): string | undefined {
  const text = textOf(found) ?? "";
  return text.length <= maxAddressLength && /^https?:/i.test(text) && URL.canParse(text) ? text : undefined;
}

function numberIn(text = ""): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
