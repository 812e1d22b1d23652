import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ClientAuthMethod,
  type ClientMetadata,
  type Configuration,
  type JWK,
  Provider,
} from "oidc-provider";

/** Claims of an account. Any name and password sign in. */
export interface Account {
  email?: string;
  email_verified?: boolean | string;
}

/** A listening OpenID provider: an unmodified `oidc-provider`. It responds after its client is registered. */
export interface TestProvider {
  issuer: string;
  /** Claims by the name that signs in. */
  accounts: Map<string, Account>;
  /** Received requests as `METHOD /path`. */
  asked: string[];
  /** Starts to respond. `settings` override the settings of the tests. */
  start(redirectUri: string, settings?: Configuration, authentication?: ClientAuthMethod): void;
  /** Handles a request instead of the provider. Returns true if it has responded. */
  instead: (path: string, ...rest: Parameters<RequestListener>) => boolean;
  close(): Promise<void>;
}

export const client = { id: "postern", secret: "a secret: of+the client" };

/** Shared by all tests, because generating it takes longer than the tests. */
const key = newKey();

/** The public part of a key that does not belong to the provider. */
export const otherKey: JWK = { ...newKey(), d: undefined };

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...(privateKey.export({ format: "jwk" }) as JWK), kid: "test", use: "sig", alg: "RS256" };
}

export async function listenAsProvider(): Promise<TestProvider> {
  let answer: RequestListener = (_incoming, outgoing) => outgoing.writeHead(503).end();
  const server = createServer((incoming, outgoing) => {
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    provider.asked.push(`${incoming.method} ${path}`);
    if (!provider.instead(path, incoming, outgoing)) answer(incoming, outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider: TestProvider = {
    issuer,
    accounts: new Map(),
    asked: [],
    start: (redirectUri, settings, authentication = "client_secret_basic") => {
      const known: ClientMetadata = {
        client_id: client.id,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authentication,
      };
      if (authentication !== "none") known.client_secret = client.secret;
      const configuration = { ...configurationOf(provider.accounts), clients: [known], ...settings };
      const callback = new Provider(issuer, configuration).callback();
      answer = (incoming, outgoing) => void callback(incoming, outgoing);
    },
    instead: () => false,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return provider;
}

function configurationOf(accounts: TestProvider["accounts"]): Configuration {
  return {
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    jwks: { keys: [key] },
    cookies: { keys: ["test"] },
    ttl: { IdToken: 60, AccessToken: 60, AuthorizationCode: 60, Interaction: 600, Session: 600, Grant: 600 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    // The provider shows no consent page.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      const ids = { clientId: client?.clientId ?? "", accountId: session?.accountId ?? "" };
      const grant = new provider.Grant(ids);
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  };
}

/** Makes a provider return the same tokens for every code, which providers must not do. Records the tokens. */
export function repeatTokens(provider: TestProvider): { answers: number; idToken: string } {
  const given = { answers: 0, idToken: "", body: "" };
  provider.instead = (path, _incoming, outgoing) => {
    if (path !== "/token") return false;
    given.answers++;
    if (given.body !== "") {
      outgoing.setHeader("content-type", "application/json");
      outgoing.end(given.body);
      return true;
    }
    const end = outgoing.end.bind(outgoing) as (body: string) => typeof outgoing;
    outgoing.end = ((body: string | Uint8Array) => {
      given.body = Buffer.from(body).toString();
      given.idToken = (JSON.parse(given.body) as { id_token: string }).id_token;
      return end(given.body);
    }) as typeof outgoing.end;
    return false;
  };
  return given;
}

/**
 * Signs in at the provider as in a browser: follows redirects and fills in the form. Returns the URL that the provider redirects
 * back to.
 *
 * @param how a name, or `abort` to follow the cancel link
 */
export async function signInAt(authorizationUrl: string, how: { name: string } | "abort"): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(authorizationUrl);
  let next: { url: string; body?: URLSearchParams } = { url: authorizationUrl };
  while (next.url.startsWith(origin)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { body } = next;
    const init: RequestInit = { redirect: "manual", headers: { cookie } };
    const response = await fetch(next.url, body === undefined ? init : { ...init, method: "POST", body });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location !== null) next = { url: new URL(location, next.url).href };
    else next = answerOf(next.url, await response.text(), how);
  }
  return next.url;
}

function answerOf(
  url: string,
  page: string,
  how: { name: string } | "abort",
): { url: string; body?: URLSearchParams } {
  const [, action] = /<form [^>]*action="([^"]+)"/.exec(page) ?? [];
  if (action === undefined) throw new Error(`The provider has no form at ${url}: ${page.slice(-600)}`);
  if (how === "abort") return { url: `${action}/abort` };
  return { url: action, body: new URLSearchParams({ prompt: "login", login: how.name, password: "x" }) };
}
