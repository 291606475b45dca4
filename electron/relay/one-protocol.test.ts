import { once } from 'node:events';
import { createSecureServer, createServer, type Http2SecureServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startConnectProxy, startSocksProxy } from '../../tests/fakes/proxies.ts';
import { type Certificate, createCertificate } from '../../tests/support/certificates.ts';
import { createRelayHttp } from './http.ts';

let certificate: Certificate;
beforeAll(async () => {
  certificate = await createCertificate();
});

/** A server on loopback; `protocols` lists those that clients spoke. */
async function listen(server: Http2SecureServer | Http2Server) {
  const protocols: string[] = [];
  const sessions = new Set<{ destroy: () => void }>();
  server.on('session', (session) => {
    protocols.push('h2');
    sessions.add(session);
    session.on('error', () => undefined);
  });
  server.on('sessionError', () => undefined);
  server.on('request', (request, response) => {
    if (request.httpVersion !== '2.0') protocols.push(request.httpVersion);
    response.end('sound');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { protocols, port: (server.address() as AddressInfo).port };
}

async function post(url: string, rule: string) {
  const http = createRelayHttp({
    appVersion: '0.0.0',
    extraCertificates: [certificate.cert],
    resolveProxy: async () => rule,
  });
  onTestFinished(http.close);
  const signal = new AbortController().signal;
  const reply = await http.call({ method: 'POST', url, headers: {}, body: '{}', timeoutMs: 5000, signal });
  if (!reply.ok) return reply.error;
  let text = '';
  for await (const bytes of reply.data.body) text += Buffer.from(bytes).toString();
  return text;
}

/** The address of a relay on `port`, and the rule, for each way to it. */
async function wayTo(way: string, port: number): Promise<[url: string, rule: string]> {
  if (way === 'direct') return [`https://127.0.0.1:${port}/`, 'DIRECT'];
  const proxy =
    way === 'SOCKS5'
      ? await startSocksProxy({ port })
      : await startConnectProxy({ port, ...(way === 'HTTPS' && { tls: certificate }) });
  onTestFinished(proxy.close);
  return ['https://relay.invalid/', `${way} ${proxy.host}`];
}

describe.each(['direct', 'PROXY', 'HTTPS', 'SOCKS5'])('a relay that prefers HTTP/2, %s', (way) => {
  // ER-110
  it('is spoken to in HTTP/1.1', async () => {
    const { protocols, port } = await listen(createSecureServer({ ...certificate, allowHTTP1: true }));
    expect(await post(...(await wayTo(way, port)))).toBe('sound');
    expect(protocols).toEqual(['1.1']);
  });

  // ER-111
  it('and knows nothing else is named as that; nothing was billed', async () => {
    const { protocols, port } = await listen(createSecureServer(certificate));
    expect(await post(...(await wayTo(way, port)))).toMatchObject({ code: 'network.http2_only' });
    expect(protocols).toEqual([]);
  });
});

// ER-112
it('a relay that answers with frames of HTTP/2 without asking is named as that', async () => {
  const { port } = await listen(createServer());
  expect(await post(`http://127.0.0.1:${port}/`, 'DIRECT')).toEqual({
    code: 'network.http2_only',
    details: { reason: 'HTTP2_ONLY' },
  });
});
