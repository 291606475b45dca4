import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FakeProxy, startConnectProxy, startSocksProxy } from '../../tests/fakes/proxies.ts';
import { replies, startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { createCertificate } from '../../tests/support/certificates.ts';
import { createRelayHttp } from './http.ts';

const KEY = 'canary-key-0123456789';

async function startRelay(scheme: 'http' | 'https') {
  const tls = scheme === 'https' ? await createCertificate() : undefined;
  const relay = await startScriptedRelay(tls);
  onTestFinished(relay.close);
  relay.answerWith(replies.text(200, 'by proxy'));
  const port = Number(new URL(relay.baseUrl).port);
  return { relay, port, tls, certificates: tls ? [tls.cert] : [], url: `${scheme}://relay.invalid/v1/audio/speech` };
}

async function call(rule: string, url: string, extraCertificates: readonly string[] = []) {
  const http = createRelayHttp({
    appVersion: '0.0.0',
    resolveProxy: async () => `${rule}; DIRECT`,
    extraCertificates,
  });
  onTestFinished(http.close);
  const onSent = vi.fn();
  const headers = { authorization: `Bearer ${KEY}` };
  const signal = new AbortController().signal;
  const result = await http.call({ method: 'POST', url, headers, body: '{}', timeoutMs: 5000, signal, onSent });
  if (!result.ok) return { ...result.error, isSent: onSent.mock.calls.length > 0 };
  const chunks: Uint8Array[] = [];
  for await (const chunk of result.data.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const closed = async (proxy: FakeProxy): Promise<FakeProxy> => {
  onTestFinished(proxy.close);
  return proxy;
};

describe.each(['http', 'https'] as const)('a proxy on the way to an %s relay', (scheme) => {
  it('is used as a tunnel', async () => {
    const { relay, port, url, certificates } = await startRelay(scheme);
    const proxy = await closed(await startConnectProxy({ port }));
    expect(await call(`PROXY ${proxy.host}`, url, certificates)).toBe('by proxy');
    expect(proxy.asked).toEqual([`CONNECT relay.invalid:${scheme === 'https' ? 443 : 80} HTTP/1.1`]);
    expect(relay.requests).toHaveLength(1);
  });

  it('may itself be reached over https', async () => {
    const { port, url, ...relay } = await startRelay(scheme);
    const tls = relay.tls ?? (await createCertificate());
    const proxy = await closed(await startConnectProxy({ port, tls }));
    expect(await call(`HTTPS ${proxy.host}`, url, [tls.cert])).toBe('by proxy');
  });

  it('may use SOCKS 5, and resolves the name itself', async () => {
    const { port, url, certificates } = await startRelay(scheme);
    const proxy = await closed(await startSocksProxy({ port }));
    expect(await call(`SOCKS5 ${proxy.host}`, url, certificates)).toBe('by proxy');
    expect(proxy.asked).toEqual(['relay.invalid']);
  });

  it.each([
    ['that wants a password', 407, 'network.proxy_refused'],
    ['that cannot reach the relay', 502, 'network.unreachable'],
  ] as const)('%s is said to be the cause; nothing was sent', async (_name, status, code) => {
    const { port, url, relay } = await startRelay(scheme);
    const proxy = await closed(await startConnectProxy({ port, status }));
    const details = { proxy: proxy.host, status };
    expect(await call(`PROXY ${proxy.host}`, url)).toEqual({ code, details, isSent: false });
    expect(relay.requests).toHaveLength(0);
  });

  it.each([
    ['that wants a password', { method: 0xff }, 'network.proxy_refused'],
    ['that cannot reach the relay', { reply: 5 }, 'network.unreachable'],
  ] as const)('over SOCKS, %s is said to be the cause; nothing was sent', async (_name, how, code) => {
    const { port, url, relay } = await startRelay(scheme);
    const proxy = await closed(await startSocksProxy({ port, ...how }));
    expect(await call(`SOCKS5 ${proxy.host}`, url)).toMatchObject({ code, isSent: false });
    expect(relay.requests).toHaveLength(0);
  });

  it.each(['PROXY', 'HTTPS', 'SOCKS5'])(
    'that is unreachable (%s) is reported as the cause; nothing was sent',
    async (kind) => {
      const { port, url } = await startRelay(scheme);
      const proxy = await startConnectProxy({ port });
      await proxy.close();
      expect(await call(`${kind} ${proxy.host}`, url)).toEqual({
        code: 'network.proxy_unreachable',
        details: { proxy: proxy.host, reason: 'ECONNREFUSED' },
        isSent: false,
      });
    },
  );

  it('is not used for this computer, but is used for names that resemble it', async () => {
    const { relay, port, certificates } = await startRelay(scheme);
    const proxy = await closed(await startConnectProxy({ port }));
    const rule = `PROXY ${proxy.host}`;
    expect(await call(rule, `${relay.baseUrl}/v1/audio/speech`, certificates)).toBe('by proxy');
    expect(proxy.asked).toEqual([]);
    await call(rule, `${scheme}://127.relay.invalid/`, certificates);
    expect(proxy.asked).toHaveLength(1);
  });
});

it('an untrusted certificate is refused behind a proxy as well', async () => {
  const { relay, port, url } = await startRelay('https');
  for (const [kind, start] of [
    ['PROXY', startConnectProxy],
    ['SOCKS5', startSocksProxy],
  ] as const) {
    const proxy = await closed(await start({ port }));
    expect(await call(`${kind} ${proxy.host}`, url)).toMatchObject({ code: 'network.tls', isSent: false });
  }
  expect(relay.requests).toHaveLength(0);
});
