import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BOUNDS } from '../../shared/bounds.ts';
import { type RawConnection, startRawRelay } from '../../tests/fakes/raw-relay.ts';
import { replies, type ScriptedRelay, startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { createCertificate } from '../../tests/support/certificates.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { createRelayHttp, type RelayCall, type RelayHttp } from './http.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(tls?: { key: string; cert: string }): Promise<{ relay: ScriptedRelay; http: RelayHttp }> {
  const relay = await startScriptedRelay(tls);
  const http = createRelayHttp({
    appVersion: '1.2.3',
    extraCertificates: tls ? [tls.cert] : [],
    resolveProxy: async () => 'DIRECT',
  });
  closers.push(relay.close, http.close);
  return { relay, http };
}

const post = (baseUrl: string, change: Partial<RelayCall> = {}): RelayCall => ({
  method: 'POST',
  url: `${baseUrl}/v1/audio/speech`,
  headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
  body: '{"input":"hello"}',
  timeoutMs: 5000,
  signal: new AbortController().signal,
  ...change,
});

async function readAll(reply: Awaited<ReturnType<RelayHttp['call']>>): Promise<string> {
  if (!reply.ok) throw new Error(reply.error.code);
  const chunks: Uint8Array[] = [];
  for await (const chunk of reply.data.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const watcher = {
  onConnected: () => undefined,
  onBody: () => undefined,
  onWritten: () => undefined,
  onReply: () => undefined,
  onReplyBody: () => undefined,
  onReplyEnd: () => undefined,
  onBroken: () => undefined,
};

describe.each(['http', 'https'])('one POST is one POST over %s', (scheme) => {
  // promise sent-once
  it('is not repeated when a reused socket dies after the body was read', async () => {
    const { relay, http } = await open(scheme === 'https' ? await createCertificate() : undefined);
    const fine = replies.text(200, 'fine');
    relay.answerWith(fine, fine, replies.hangUp());
    // A socket counts as idle shortly after its reply ended; after two replies, one socket is certainly idle.
    for (let i = 0; i < 2; i++) expect(await readAll(await http.call(post(relay.baseUrl)))).toBe('fine');
    const paid = await http.call(post(relay.baseUrl, { body: '{"input":"paid"}' }));
    expect(paid).toMatchObject({ ok: false, error: { code: 'outcome.unknown' } });
    const [first, second, ...later] = relay.requests;
    expect(later).toHaveLength(1);
    expect([first?.socketId, second?.socketId], 'a socket was reused').toContain(later[0]?.socketId);
  });
});

describe('failures before the request was sent', () => {
  it('cannot have been billed: connection refused', async () => {
    const { relay, http } = await open();
    await relay.close();
    closers.shift();
    const onSent = vi.fn();
    const result = await http.call(post(relay.baseUrl, { onSent }));
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'network.unreachable', details: { reason: 'ECONNREFUSED' } },
    });
    expect(onSent).not.toHaveBeenCalled();
  });

  // promise private-calls-need-a-person
  it('a name that resolves to this computer is refused if only public addresses are allowed', async () => {
    const { relay, http } = await open();
    const byName = relay.baseUrl.replace('127.0.0.1', 'localhost');
    expect(await http.call(post(byName, { reach: 'public' }))).toMatchObject({
      ok: false,
      error: { code: 'address.unconfirmed' },
    });
    expect(relay.requests).toHaveLength(0);
  });

  // attack 28
  it.each(['', '0'])('reports an unknown certificate, whatever the environment says (%j)', async (value) => {
    // Node warns of the variable wherever it is set.
    vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { relay } = await open(await createCertificate());
    const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' });
    closers.push(http.close);
    expect(await http.call(post(relay.baseUrl))).toMatchObject({ ok: false, error: { code: 'network.tls' } });
    expect(relay.requests).toHaveLength(0);
  });
});

describe('failures after the request was sent', () => {
  it('have an unknown outcome after a timeout', async () => {
    const { relay, http } = await open();
    relay.answerWith(replies.silence());
    const onSent = vi.fn();
    const result = await http.call(post(relay.baseUrl, { timeoutMs: 50, onSent }));
    expect(result).toMatchObject({ ok: false, error: { code: 'outcome.unknown', details: { reason: 'timeout' } } });
    expect(onSent).toHaveBeenCalledOnce();
  });

  // bound interim-replies
  it('have an unknown outcome if interim replies come without end', async () => {
    const relay = await startRawRelay();
    const http = createRelayHttp({ appVersion: '1.2.3', resolveProxy: async () => 'DIRECT' });
    closers.push(relay.close, http.close);
    const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    relay.answerWith(({ send }) =>
      send(`${interim.repeat(BOUNDS.interimReplies)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`),
    );
    expect(await readAll(await http.call(post(relay.baseUrl)))).toBe('ok');
    relay.answerWith(({ send }) => send(interim.repeat(BOUNDS.interimReplies + 1)));
    const result = await http.call(post(relay.baseUrl));
    expect(result).toEqual({ ok: false, error: { code: 'outcome.unknown', details: { reason: 'INTERIM_REPLIES' } } });
  });

  it('closes the socket when cancelled', async () => {
    const { relay, http } = await open();
    const cancel = new AbortController();
    relay.answerWith(() => cancel.abort());
    expect(await http.call(post(relay.baseUrl, { signal: cancel.signal }))).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    });
    await eventually(() => expect(relay.openSockets()).toBe(0));
  });
});

// attack 32
it.each([
  ['http', 'reset'],
  ['https', 'endTcp'],
] as const)('a reply without a length is cut where its connection breaks, over %s by %s', async (scheme, end) => {
  const tls = scheme === 'https' ? await createCertificate() : undefined;
  const relay = await startRawRelay(tls);
  const extraCertificates = tls ? [tls.cert] : [];
  const http = createRelayHttp({ appVersion: '1.2.3', extraCertificates, resolveProxy: async () => 'DIRECT' });
  closers.push(relay.close, http.close);
  let held: RawConnection | undefined;
  relay.answerWith((connection) => {
    held = connection;
    return connection.send('HTTP/1.1 200 OK\r\n\r\nfirst half');
  });
  const reply = await http.call(post(relay.baseUrl));
  if (!reply.ok) throw new Error(reply.error.code);
  const readAndBreak = async (): Promise<void> => {
    for await (const _bytes of reply.data.body) held?.[end]();
  };
  await expect(readAndBreak()).rejects.toThrow();
});

it('an unread reply can be destroyed: the next request works', async () => {
  const { relay, http } = await open();
  relay.answerWith(replies.text(404, ''), replies.text(200, 'fine'));
  const dropped = await http.call(post(relay.baseUrl));
  if (!dropped.ok) throw new Error(dropped.error.code);
  dropped.data.body.destroy();
  expect(await readAll(await http.call(post(relay.baseUrl)))).toBe('fine');
});

// ER-160
it.each(['GET', 'POST'] as const)(
  '%s names the app and its version, asks for no coding, and says nothing else',
  async (method) => {
    const { relay, http } = await open();
    const onConnected = vi.fn();
    const headers = { authorization: 'Bearer k' };
    const { body: _body, ...get } = post(relay.baseUrl, { method, headers, watch: { ...watcher, onConnected } });
    await readAll(await http.call(method === 'GET' ? get : { ...get, body: '{}' }));
    const {
      connection: _connection,
      host: _host,
      'content-length': _length,
      ...said
    } = relay.requests[0]?.headers ?? {};
    expect(said).toEqual({ ...headers, 'accept-encoding': 'identity', 'user-agent': 'RelayStudio/1.2.3' });
    expect(onConnected).toHaveBeenCalledExactlyOnceWith(said);
  },
);

// attack 24, attack 25
it('follows no redirect, so that the key is sent to no other host', async () => {
  const { relay, http } = await open();
  const elsewhere = await startScriptedRelay();
  closers.push(elsewhere.close);
  relay.answerWith(replies.text(307, '', { location: `${elsewhere.baseUrl}/v1/audio/speech` }));
  expect(await http.call(post(relay.baseUrl))).toMatchObject({ ok: true, data: { status: 307 } });
  expect(elsewhere.requests).toHaveLength(0);
});
