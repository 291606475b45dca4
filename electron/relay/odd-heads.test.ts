import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawRelay, startRawRelay } from '../../tests/fakes/raw-relay.ts';
import { createRelayHttp, type RelayHttp } from './http.ts';
import { readReplyHead } from './reply-head.ts';

let relay: RawRelay;
let http: RelayHttp;
beforeAll(async () => {
  relay = await startRawRelay();
  http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' });
});
afterAll(async () => {
  await http.close();
  await relay.close();
});

/** Sends a request; returns status and body of the reply, or the error. */
async function post() {
  const signal = new AbortController().signal;
  const reply = await http.call({
    method: 'POST',
    url: relay.baseUrl,
    headers: {},
    body: '{}',
    timeoutMs: 5000,
    signal,
  });
  if (!reply.ok) return reply.error;
  let body = '';
  for await (const bytes of reply.data.body) body += Buffer.from(bytes).toString();
  return `${reply.data.status} ${body}`;
}

const lines = (...all: string[]): string => [...all, '', ''].join('\r\n');
const FINE = `${lines('HTTP/1.1 200 OK', 'Content-Length: 5')}sound`;
const bigHead = (sizeBytes: number): string =>
  lines(
    'HTTP/1.1 200 OK',
    'Content-Length: 5',
    ...Array.from({ length: sizeBytes / 1000 }, (_, i) => `X-${i}: ${'h'.repeat(990)}`),
  );

const ACCEPTED: readonly [name: string, reply: string, expected?: string][] = [
  // ER-130
  ['100 Continue that nobody asked for', lines('HTTP/1.1 100 Continue') + FINE],
  // ER-131
  ['102 Processing, several times', lines('HTTP/1.1 102 Processing').repeat(3) + FINE],
  // ER-132
  ['103 Early Hints', lines('HTTP/1.1 103 Early Hints', 'Link: </a>; rel=preload') + FINE],
  // ER-133
  ['the same Content-Length twice', `${lines('HTTP/1.1 200 OK', 'content-length: 5', 'Content-Length: 5')}sound`],
  // ER-134
  ['the same Content-Length twice in a line', `${lines('HTTP/1.1 200 OK', 'Content-Length: 5, 5')}sound`],
  // ER-135
  [
    'a Content-Length beside chunks, which count',
    `${lines('HTTP/1.1 200 OK', 'Content-Length: 99', 'Transfer-Encoding: chunked')}5\r\nsound\r\n0\r\n\r\n`,
  ],
  // ER-136
  ['20 kB of headers', `${bigHead(20_000)}sound`],
  // ER-137
  ['64 kB of headers', `${bigHead(64_000)}sound`],
  // ER-138
  ['status 203', FINE.replace('200 OK', '203 Non-Authoritative'), '203 sound'],
  // ER-139
  ['status 206', FINE.replace('200 OK', '206 Partial Content'), '206 sound'],
  // ER-140
  ['a status without words', FINE.replace('200 OK', '200')],
  // ER-141
  ['an unknown status', FINE.replace('200 OK', '299 Fine'), '299 sound'],
];

describe('heads that browsers accept are accepted', () => {
  it.each(ACCEPTED)('%s', async (_name, reply, expected = '200 sound') => {
    relay.answerWith((connection) => connection.send(reply));
    // Twice, so that the second one may come over the same connection.
    expect(await post()).toBe(expected);
    expect(await post()).toBe(expected);
  });

  // ER-142
  it('however they are cut', async () => {
    for (const [, reply, expected = '200 sound'] of ACCEPTED.filter(([, { length }]) => length < 500)) {
      relay.answerWith(async (connection) => {
        for (const byte of Buffer.from(reply)) await connection.send(Buffer.of(byte));
      });
      expect(await post()).toBe(expected);
    }
  });

  it('wherever a head is cut, the parser gets the same bytes', () => {
    const replies = ACCEPTED.map(([, reply]) => Buffer.from(reply));
    fc.assert(
      fc.property(fc.constantFrom(...replies), fc.double({ min: 0, max: 1, noNaN: true }), (reply, where) => {
        const first = readReplyHead(reply.subarray(0, Math.floor(reply.length * where)));
        const whole = readReplyHead(reply);
        if ('ready' in first)
          expect(Buffer.concat([first.ready, reply.subarray(Math.floor(reply.length * where))])).toEqual(
            'ready' in whole && whole.ready,
          );
        else
          expect(readReplyHead(Buffer.concat([first.more, reply.subarray(Math.floor(reply.length * where))]))).toEqual(
            whole,
          );
      }),
    );
  });
});

describe('heads that nobody can read have an unknown outcome', () => {
  it.each([
    // ER-145, attack 32
    ['two different lengths', `${lines('HTTP/1.1 200 OK', 'Content-Length: 5', 'Content-Length: 4')}sound`],
    // ER-146
    ['a length that is no number', `${lines('HTTP/1.1 200 OK', 'Content-Length: five')}sound`],
    // ER-147
    ['more headers than browsers take', `${bigHead(300_000)}sound`],
    // ER-148
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ])('%s', async (_name, reply) => {
    relay.answerWith((connection) => connection.send(reply));
    expect(await post()).toMatchObject({ code: 'outcome.unknown' });
  });
});

// ER-149, attack 32
it('every byte before a cut reaches a slow reader', async () => {
  const sound = Buffer.alloc(3_000_000, 'sound');
  let sent = Promise.resolve();
  relay.answerWith((connection) => {
    sent = connection
      .send(lines('HTTP/1.1 200 OK', `Content-Length: ${sound.length + 1}`) + sound)
      .then(connection.end);
  });
  const signal = new AbortController().signal;
  const reply = await http.call({
    method: 'POST',
    url: relay.baseUrl,
    headers: {},
    body: '{}',
    timeoutMs: 5000,
    signal,
  });
  if (!reply.ok) throw new Error(reply.error.code);
  const received: Uint8Array[] = [];
  await expect(async () => {
    for await (const bytes of reply.data.body) {
      received.push(bytes);
      // The reader is behind when the connection ends.
      if (received.length === 30) await sent;
      await new Promise(setImmediate);
    }
  }).rejects.toThrow();
  expect(Buffer.concat(received).equals(sound)).toBe(true);
});
