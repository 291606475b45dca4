import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startConnectProxy, startSocksProxy } from '../../tests/fakes/proxies.ts';
import { replies, startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { type CertificateOptions, createCertificate } from '../../tests/support/certificates.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { createRelayHttp } from './http.ts';

const PROGRAM = path.join(import.meta.dirname, '../../tests/support/call-program.ts');

async function post(url: string, { trusted, rule = 'DIRECT' }: { trusted?: string; rule?: string } = {}) {
  const http = createRelayHttp({
    appVersion: '0.0.0',
    extraCertificates: trusted === undefined ? [] : [trusted],
    resolveProxy: async () => rule,
  });
  onTestFinished(http.close);
  const signal = new AbortController().signal;
  const reply = await http.call({ method: 'POST', url, headers: {}, body: '{}', timeoutMs: 5000, signal });
  return reply.ok ? reply.data.status : reply.error;
}

async function startRelay(options?: CertificateOptions) {
  const certificate = await createCertificate(options);
  const relay = await startScriptedRelay(certificate);
  onTestFinished(relay.close);
  return { relay, certificate, url: `${relay.baseUrl}/` };
}

const problem = (name: string) => ({ code: 'network.tls', details: { problem: name } });

describe('a secure connection that fails names its problem, and nothing is sent', () => {
  // ER-120
  it('the server does not speak TLS at all', async () => {
    const relay = await startScriptedRelay();
    onTestFinished(relay.close);
    expect(await post(relay.baseUrl.replace('http:', 'https:'))).toMatchObject(problem('notTls'));
    expect(relay.requests).toHaveLength(0);
  });

  // ER-121, attack 28
  it('the server knows only old versions of TLS', async () => {
    const { key, cert } = await createCertificate();
    const server = createServer({ key, cert, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await post(`https://127.0.0.1:${port}/`, { trusted: cert })).toMatchObject(problem('tooOld'));
  });

  it.each<[string, CertificateOptions, boolean, string]>([
    // ER-122, attack 28
    ['a certificate that nobody trusted has signed', {}, false, 'untrusted'],
    // ER-123, attack 28
    ['a certificate that has expired', { fromDays: -9, toDays: -1 }, true, 'expired'],
    // ER-124
    ['a certificate that is not valid yet', { fromDays: 1, toDays: 9 }, true, 'expired'],
    // ER-125, attack 28
    ['a certificate for another name', { names: ['other.example'] }, true, 'otherName'],
  ])('%s', async (_name, options, isTrusted, expected) => {
    const { relay, certificate, url } = await startRelay(options);
    const trusted = isTrusted ? { trusted: certificate.cert } : {};
    expect(await post(url, trusted)).toMatchObject(problem(expected));
    expect(relay.requests).toHaveLength(0);
  });

  // ER-126
  it.each(['PROXY', 'SOCKS5'])('behind a proxy (%s) the problem is the relay’s', async (kind) => {
    const { certificate, relay } = await startRelay({ names: ['other.example'] });
    const port = Number(new URL(relay.baseUrl).port);
    const proxy = await (kind === 'SOCKS5' ? startSocksProxy : startConnectProxy)({ port });
    onTestFinished(proxy.close);
    const error = await post('https://relay.invalid/', { trusted: certificate.cert, rule: `${kind} ${proxy.host}` });
    expect(error).toMatchObject(problem('otherName'));
    expect(error).not.toHaveProperty('details.proxy');
  });

  // ER-127
  it('the certificate of an https proxy is judged too, and the proxy is named', async () => {
    const { relay } = await startRelay();
    const port = Number(new URL(relay.baseUrl).port);
    const proxy = await startConnectProxy({ port, tls: await createCertificate() });
    onTestFinished(proxy.close);
    expect(await post('https://relay.invalid/', { rule: `HTTPS ${proxy.host}` })).toMatchObject({
      code: 'network.tls',
      details: { problem: 'untrusted', proxy: proxy.host },
    });
    expect(proxy.asked).toEqual([]);
  });
});

// ER-128, attack 28
it.each(['DIRECT', 'PROXY', 'HTTPS', 'SOCKS5'])(
  'a variable of the environment does not make an untrusted certificate acceptable, %s',
  async (kind) => {
    const { relay, certificate } = await startRelay();
    relay.answerWith(replies.text(200, 'paid'));
    const port = Number(new URL(relay.baseUrl).port);
    const proxy =
      kind === 'SOCKS5'
        ? await startSocksProxy({ port })
        : await startConnectProxy({ port, ...(kind === 'HTTPS' && { tls: certificate }) });
    onTestFinished(proxy.close);
    const url = kind === 'DIRECT' ? relay.baseUrl : 'https://relay.invalid/';
    const rule = kind === 'DIRECT' ? kind : `${kind} ${proxy.host}`;
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, url, rule], { env });
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: problem('untrusted') });
    expect(relay.requests).toHaveLength(0);
  },
);

// ER-129, promise full-tls
it.each(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'])('%s of the environment makes nobody trusted', async (name) => {
  const { relay, certificate } = await startRelay();
  const file = path.join(await tempFolder(), 'trusted.pem');
  await writeFile(file, certificate.cert);
  const env = { ...process.env, [name]: file };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, relay.baseUrl, 'DIRECT'], { env });
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: problem('untrusted') });
  expect(relay.requests).toHaveLength(0);
});
