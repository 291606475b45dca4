import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type FakeProxy, startConnectProxy, startSocksProxy } from '../../tests/fakes/proxies.ts';
import { type RawConnection, type RawRelay, startRawRelay } from '../../tests/fakes/raw-relay.ts';
import { type Certificate, createCertificate } from '../../tests/support/certificates.ts';
import { createRelayHttp } from './http.ts';

type Result = 'complete' | 'cut';

/** A sound of which the relay sends the beginning, waits until it has arrived, and then does `end`. */
type Ending = {
  id: string;
  how: string;
  head: string;
  part: string;
  end: (connection: RawConnection) => unknown;
  result: Result | Record<'http' | 'https', Result>;
};

const FIRST_HALF = 'first half';
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const WITH_LENGTH = `Content-Length: ${FIRST_HALF.length * 2}\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const UNTIL_CLOSE = 'Connection: close\r\n';

const ENDINGS: readonly Ending[] = [
  {
    id: 'ER-100',
    how: 'all of content-length',
    head: `Content-Length: ${FIRST_HALF.length}\r\n`,
    part: FIRST_HALF,
    end: () => undefined,
    result: 'complete',
  },
  {
    id: 'ER-101',
    how: 'content-length not reached, closed',
    head: WITH_LENGTH,
    part: FIRST_HALF,
    end: (connection) => connection.end(),
    result: 'cut',
  },
  {
    id: 'ER-102',
    how: 'content-length not reached, reset',
    head: WITH_LENGTH + UNTIL_CLOSE,
    part: FIRST_HALF,
    end: (connection) => connection.reset(),
    result: 'cut',
  },
  {
    id: 'ER-103',
    how: 'chunks with the last one',
    head: CHUNKED,
    part: chunk(FIRST_HALF),
    end: (connection) => connection.send('0\r\n\r\n'),
    result: 'complete',
  },
  {
    id: 'ER-104',
    how: 'chunks without the last one, closed',
    head: CHUNKED + UNTIL_CLOSE,
    part: chunk(FIRST_HALF),
    end: (connection) => connection.end(),
    result: 'cut',
  },
  {
    id: 'ER-105',
    how: 'chunks without the last one, reset',
    head: CHUNKED + UNTIL_CLOSE,
    part: chunk(FIRST_HALF),
    end: (connection) => connection.reset(),
    result: 'cut',
  },
  {
    id: 'ER-106',
    how: 'a chunk that is too short, closed',
    head: CHUNKED + UNTIL_CLOSE,
    part: chunk(FIRST_HALF + FIRST_HALF).slice(0, -FIRST_HALF.length - 2),
    end: (connection) => connection.end(),
    result: 'cut',
  },
  {
    id: 'ER-107',
    how: 'no length, closed',
    head: UNTIL_CLOSE,
    part: FIRST_HALF,
    end: (connection) => connection.end(),
    result: 'complete',
  },
  {
    id: 'ER-108',
    how: 'no length, reset',
    head: UNTIL_CLOSE,
    part: FIRST_HALF,
    end: (connection) => connection.reset(),
    result: 'cut',
  },
  {
    id: 'ER-109',
    how: 'no length, HTTP/1.1 without a header about the connection, reset',
    head: '',
    part: FIRST_HALF,
    end: (connection) => connection.reset(),
    result: 'cut',
  },
  {
    id: 'ER-113',
    how: 'no length, the TCP connection alone closed, as when a part of TLS is lost',
    head: UNTIL_CLOSE,
    part: FIRST_HALF,
    end: (connection) => connection.endTcp(),
    result: { http: 'complete', https: 'cut' },
  },
  {
    id: 'ER-114',
    how: 'all of content-length, the TCP connection alone closed',
    head: `${UNTIL_CLOSE}Content-Length: ${FIRST_HALF.length}\r\n`,
    part: FIRST_HALF,
    end: (connection) => connection.endTcp(),
    result: 'complete',
  },
];

let certificate: Certificate;
beforeAll(async () => {
  certificate = await createCertificate();
});

describe.each(['direct', 'direct, TLS 1.2', 'PROXY', 'HTTPS', 'SOCKS5'] as const)('the end of a reply, %s', (way) => {
  describe.each(['http', 'https'] as const)('to an %s relay', (scheme) => {
    let relay: RawRelay;
    let proxy: FakeProxy | undefined;
    beforeAll(async () => {
      const version = way === 'direct, TLS 1.2' ? { maxVersion: 'TLSv1.2' as const } : {};
      relay = await startRawRelay(scheme === 'https' ? { ...certificate, ...version } : undefined);
      const { port } = relay;
      if (way === 'SOCKS5') proxy = await startSocksProxy({ port });
      else if (way === 'PROXY' || way === 'HTTPS')
        proxy = await startConnectProxy({ port, ...(way === 'HTTPS' && { tls: certificate }) });
    });
    afterAll(async () => {
      await proxy?.close();
      await relay.close();
    });

    // attack 32
    it.each(ENDINGS)('$how', async ({ head, part, end, result }) => {
      let held: RawConnection | undefined;
      relay.answerWith(async (connection) => {
        held = connection;
        await connection.send(`HTTP/1.1 200 OK\r\n${head}\r\n${part}`);
      });
      const http = createRelayHttp({
        appVersion: '0.0.0',
        extraCertificates: [certificate.cert],
        resolveProxy: async () => (proxy ? `${way} ${proxy.host}` : 'DIRECT'),
      });
      onTestFinished(http.close);
      const reply = await http.call({
        method: 'POST',
        url: proxy ? `${scheme}://relay.invalid/` : relay.baseUrl,
        headers: {},
        body: '{}',
        timeoutMs: 5000,
        signal: new AbortController().signal,
      });
      if (!reply.ok) throw new Error(JSON.stringify(reply.error));
      let received = '';
      const read = async (): Promise<Result> => {
        try {
          for await (const bytes of reply.data.body) {
            received += Buffer.from(bytes).toString();
            if (received === FIRST_HALF && held) end(held);
          }
          return 'complete';
        } catch {
          return 'cut';
        }
      };
      expect(await read()).toBe(typeof result === 'string' ? result : result[scheme]);
      expect(received).toBe(FIRST_HALF);
    });
  });
});
