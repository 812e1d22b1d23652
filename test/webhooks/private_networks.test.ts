import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSender } from "../../adapters/node/send_over_https.ts";
import type { WebhookResponse } from "../../lib/mod.ts";
import { fetchWebhook } from "../../lib/webhooks/transport/fetch_webhook.ts";
import { isMetadataAddress, isPublicAddress } from "../../lib/base/public_address.ts";
import { brokenUrlRule } from "../../lib/webhooks/transport/webhook_url.ts";

const privateAddresses = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:a9fe:a9fe",
  "::ffff:0:127.0.0.1",
  "64:ff9b::10.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:0:7f00:1::",
  "2001:2::1",
  "2001:10::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2002:a00:1::1",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fec0::1",
  "ff02::1",
];

/** Addresses of cloud metadata, which are refused also where private networks are allowed. */
const metadataAddresses = [
  "169.254.169.254",
  "169.254.0.1",
  "169.254.255.255",
  "100.100.100.200",
  "168.63.129.16",
  "fe80::1",
  "febf:ffff::1",
  "fd00:ec2::254",
  "fd00:0ec2:0:0:0:0:0:254",
  "fd20:ce::254",
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "::ffff:100.100.100.200",
  "::a9fe:a9fe",
  "::ffff:0:169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::a9fe:a9fe",
  "2002:a9fe:a9fe::",
  "2001:0:1234::5601:5601",
  "fe80::5efe:169.254.169.254",
  "fd00::5efe:a9fe:a9fe",
];

/** The same in forms that a URL converts, and as names. */
const metadataHosts = [
  "0xa9fea9fe",
  "2852039166",
  "0251.0376.0251.0376",
  "169.254.43518",
  "169.254.169.254.",
  "169。254。169。254",
  "[::ffff:0xa9.254.169.254]",
  "[FE80::1]",
  "metadata.google.internal",
  "METADATA.google.internal.",
  "instance-data",
];

/** Forms of addresses that a URL converts. */
const privateHosts = [
  "localhost",
  "LOCALHOST.",
  "api.localhost",
  "printer.local",
  "metadata.google.internal",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "127.1",
  "127.0.0.1.",
  "0",
  "%31%32%37.0.0.1",
  "127。0。0。1",
  "①②⑦.0.0.1",
  "[::1]",
  "[::ffff:7f00:1]",
  "[::ffff:169.254.169.254]",
  "[fe80::1]",
];

const publicAddresses = ["1.1.1.1", "93.184.215.14", "100.63.255.255", "172.32.0.1", "192.167.1.1"];
const publicIPv6 = ["2606:4700:4700::1111", "2a00:1450:4001:80b::200e", "64:ff9b::1.1.1.1", "::ffff:1.1.1.1"];

let server: Server;
let port: number;
let reached = 0;
let respond: (request: IncomingMessage, response: ServerResponse) => unknown;

beforeAll(async () => {
  server = createServer((request, response) => {
    reached++;
    void respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  reached = 0;
  respond = (_request, response) => response.writeHead(204).end();
});

/** Resolves every name to addresses, one list per look-up. The last list repeats. */
function resolveTo(...lists: string[][]): LookupFunction & { count: number } {
  const lookup = Object.assign(
    ((_hostname, options, callback) => {
      const list = lists[Math.min(lookup.count++, lists.length - 1)] ?? [];
      const found = list.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      const [first = { address: "", family: 4 }] = found;
      if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    }) as LookupFunction,
    { count: 0 },
  );
  return lookup;
}

function sendTo(
  host: string,
  { lookup, allowPrivateNetworks = false }: { lookup?: LookupFunction; allowPrivateNetworks?: boolean } = {},
): Promise<WebhookResponse> {
  return createSender({ lookup })({
    url: `http://${host}:${port}/hook`,
    headers: { "webhook-id": "evt_1" },
    body: "{}",
    timeoutMs: 2000,
    allowPrivateNetworks,
  });
}

describe("addresses that are not public", () => {
  it.each(privateAddresses)("include %s", async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const host = address.includes(":") ? `[${address}]` : address;
    await expect(sendTo(host)).rejects.toThrow("the host is in a private network");
    await expect(sendTo("rebind.example", { lookup: resolveTo([address]) })).rejects.toThrow(
      "the host is in a private network",
    );
    expect(reached).toBe(0);
  });

  it.each(privateHosts)("are recognized in the URL as %s", async (host) => {
    const rules = { allowHttp: true, allowPrivateNetworks: false };
    expect(brokenUrlRule(`http://${host}:${port}/hook`, rules)).toBe("must not be in a private network");
    const lookup = resolveTo(["127.0.0.1"]);
    await expect(sendTo(host, { lookup })).rejects.toThrow("the host is in a private network");
    expect(reached).toBe(0);
  });

  it("do not include public ones", () => {
    for (const address of [...publicAddresses, ...publicIPv6]) {
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    }
    const rules = { allowHttp: false, allowPrivateNetworks: false };
    for (const host of ["site.example", "1.1.1.1", "[2606:4700:4700::1111]", "mylocal.example"]) {
      expect(brokenUrlRule(`https://${host}/hook`, rules)).toBeUndefined();
    }
    for (const text of ["", "x", "1.1.1", "1.1.1.1/32", "fe80::1%eth0"]) {
      expect([text, isPublicAddress(text)]).toEqual([text, false]);
    }
  });
});

describe("cloud metadata", () => {
  const rules = { allowHttp: true, allowPrivateNetworks: true };

  it.each(metadataAddresses)("is refused where private networks are allowed, at %s", async (address) => {
    expect([isMetadataAddress(address), isPublicAddress(address)]).toEqual([true, false]);
    const host = address.includes(":") ? `[${address}]` : address;
    expect(brokenUrlRule(`http://${host}/`, rules)).toBe("must not be an address of cloud metadata");
    const refusal = "the host is an address of cloud metadata";
    await expect(sendTo(host, { allowPrivateNetworks: true })).rejects.toThrow(refusal);
    for (const addresses of [[address], ["127.0.0.1", address]]) {
      const lookup = resolveTo(addresses);
      const sent = sendTo("rebind.example", { lookup, allowPrivateNetworks: true });
      await expect(sent).rejects.toThrow(refusal);
    }
    expect(reached).toBe(0);
  });

  it.each(metadataHosts.filter((host) => URL.canParse(`http://${host}/`)))("is recognized in %s", (host) => {
    expect(brokenUrlRule(`http://${host}/`, rules)).toBe("must not be an address of cloud metadata");
  });

  it("does not include other private or public addresses", () => {
    const isOther = (address: string): boolean =>
      !metadataAddresses.includes(address) && !/^(?:169\.254|fe80|::ffff:a9fe)/.test(address);
    const others = [...privateAddresses, ...publicAddresses, ...publicIPv6].filter(isOther);
    expect([...others, "2a00:a9fe:a9fe::a9fe:a9fe"].filter(isMetadataAddress)).toEqual([]);
    for (const host of ["127.0.0.1", "[::1]", "[fd00::1]", "10.0.0.1", "localhost", "metadata.example"])
      expect([host, brokenUrlRule(`http://${host}/`, rules)]).toEqual([host, undefined]);
  });
});

describe("the connection", () => {
  it("is refused if one of several addresses is private", async () => {
    const lookup = resolveTo(["1.1.1.1", "127.0.0.1"]);
    await expect(sendTo("both.example", { lookup })).rejects.toThrow("private network");
    expect(reached).toBe(0);
  });

  it("goes to the address that was checked, so rebinding reaches nothing", async () => {
    // The name is public when it is checked, and private when it is looked up again.
    const lookup = resolveTo(["1.1.1.1"], ["127.0.0.1"]);
    const sender = createSender({ lookup });
    const url = `http://rebind.example:${port}/hook`;
    const request = { url, headers: {}, body: "{}", timeoutMs: 200, allowPrivateNetworks: false };
    await expect(sender(request)).rejects.toThrow(/no response|connect/);
    expect([reached, lookup.count]).toEqual([0, 1]);
    await expect(sender(request)).rejects.toThrow("private network");
    expect([reached, lookup.count]).toEqual([0, 2]);
  });

  it("uses one look-up per connection", async () => {
    const lookup = resolveTo(["127.0.0.1"], ["240.0.0.1"]);
    const sender = createSender({ lookup });
    const url = `http://allowed.example:${port}/hook`;
    const request = { url, headers: {}, body: "{}", timeoutMs: 2000, allowPrivateNetworks: true };
    expect((await sender(request)).status).toBe(204);
    expect((await sender(request)).status).toBe(204);
    expect([reached, lookup.count]).toEqual([2, 1]);
  });

  it("of a host that allows private networks is not reused for a request that does not", async () => {
    const sender = createSender({ lookup: resolveTo(["127.0.0.1"]) });
    const url = `http://allowed.example:${port}/hook`;
    const request = { url, headers: {}, body: "{}", timeoutMs: 2000, allowPrivateNetworks: true };
    await sender(request);
    await expect(sender({ ...request, allowPrivateNetworks: false })).rejects.toThrow("private network");
    expect(reached).toBe(1);
  });

  it("reports an unknown host", async () => {
    const lookup = ((_hostname, _options, callback) =>
      callback(
        Object.assign(new Error("getaddrinfo ENOTFOUND no.example"), { code: "ENOTFOUND" }),
        "",
      )) as LookupFunction;
    await expect(sendTo("no.example", { lookup })).rejects.toThrow("ENOTFOUND");
    await expect(sendTo("no.example", { lookup: resolveTo([]) })).rejects.toThrow("private network");
  });
});

describe.each([
  ["the sender of Node", createSender()],
  ["the sender with fetch", fetchWebhook],
])("%s", (_name, sender) => {
  const send = (timeoutMs = 2000): Promise<WebhookResponse> =>
    sender({
      url: `http://127.0.0.1:${port}/hook`,
      headers: { "content-type": "application/json", "webhook-id": "evt_1" },
      body: '{"ü":1}',
      timeoutMs,
      allowPrivateNetworks: true,
    });

  it("sends headers and body, and returns status, body and Retry-After", async () => {
    const seen: unknown[] = [];
    respond = async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      seen.push(request.method, request.headers["webhook-id"], Buffer.concat(chunks).toString());
      response.writeHead(503, { "retry-after": "7" }).end("busy");
    };
    const { status, body, retryAfter } = await send();
    expect([status, new TextDecoder().decode(body), retryAfter]).toEqual([503, "busy", "7"]);
    expect(seen).toEqual(["POST", "evt_1", '{"ü":1}']);
  });

  it("follows no redirect", async () => {
    respond = (_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${port}/other` }).end();
    expect((await send()).status).toBe(307);
    expect(reached).toBe(1);
  });

  it("reads 1,024 bytes of an endless body", async () => {
    respond = (_request, response) => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write("x".repeat(4000)));
      };
      response.on("drain", write);
      write();
    };
    expect((await send()).body.length).toBe(1024);
  });

  it("accepts a body that breaks off", async () => {
    respond = (_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("begin");
      setImmediate(() => response.destroy());
    };
    expect((await send()).status).toBe(200);
  });

  it("gives up without a response", async () => {
    respond = () => undefined;
    await expect(send(200)).rejects.toThrow("no response within 0.2 seconds");
  });

  it("names the reason of a failed connection", async () => {
    const request = { headers: {}, body: "", timeoutMs: 2000, allowPrivateNetworks: true };
    await expect(sender({ ...request, url: "http://127.0.0.1:1/" })).rejects.toThrow(/ECONNREFUSED|bad port/);
  });
});
