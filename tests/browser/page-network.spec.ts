// What a page can make Chromium send that no content security policy covers: questions of WebRTC, early connections and
// look-ups of names. Sockets listen here, and Chromium's own log of the network has its look-ups.

import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { SECURITY_HEADERS } from '../../electron/security.ts';
import { browserArguments, findInstalledChromium, NO_CHROMIUM } from '../../tools/electron/index.ts';
import { test } from './chromium.ts';

/** A name that Chromium has no other reason to look up. */
const NAME = 'looked-up-by-a-page.example';
/** Rounds to the page's own server after everything was tried; what Chromium was going to send has left by then. */
const ROUNDS = 100;

/** What left: questions over UDP, connections over TCP, and whether the name was looked up. */
type Seen = { questions: number; connections: number; isLookedUp: boolean };
const NOTHING: Seen = { questions: 0, connections: 0, isLookedUp: false };
const EVERYTHING = { questions: expect.any(Number), connections: expect.any(Number), isLookedUp: true };

/** The page's script: tries everything, then asks its own server until that says that it is enough. */
function attempt(udp: number, tcp: number): void {
  const peer = new RTCPeerConnection({
    iceServers: [
      { urls: `stun:127.0.0.1:${udp}` },
      { urls: `turn:127.0.0.1:${tcp}?transport=tcp`, username: 'somebody', credential: 'something' },
    ],
  });
  peer.createDataChannel('data');
  const offered = peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  const hints = [
    ['preconnect', `http://127.0.0.1:${tcp}`],
    ['dns-prefetch', '//looked-up-by-a-page.example'],
  ];
  for (const [rel = '', href = ''] of hints)
    document.head.append(Object.assign(document.createElement('link'), { rel, href }));
  const askAgain = (): Promise<void> => fetch('/more').then(({ status }) => (status === 200 ? askAgain() : undefined));
  void offered.then(askAgain);
}

/** The browser without windows ignores early connections and look-ups; Electron does not. */
const executable = findInstalledChromium({ headless: false }) ?? '';
test.skip(executable === '', NO_CHROMIUM);

/** Opens a page with these headers in the browser of the Chromium host. @param isEnough called after each round. */
async function visit(
  headers: Readonly<Record<string, string>>,
  webRtcPolicy: string,
  isEnough: (seen: Seen, rounds: number) => boolean,
): Promise<Seen> {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-network-'));
  const log = path.join(folder, 'network.json');
  const seen: Seen = { questions: 0, connections: 0, isLookedUp: false };
  const readLog = async (): Promise<void> => {
    seen.isLookedUp = (await readFile(log, 'utf8').catch(() => '')).includes(NAME);
  };
  const udp = createSocket('udp4').on('message', () => void seen.questions++);
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const tcp = createTcpServer((socket) => {
    seen.connections++;
    socket.on('error', () => undefined).destroy();
  });
  const port = await listen(tcp);
  const enough = Promise.withResolvers<void>();
  let rounds = 0;
  const pages = createServer(async ({ url }, response) => {
    if (url === '/more') {
      await readLog();
      if (isEnough(seen, rounds++)) enough.resolve();
    }
    const script = `(${attempt.toString()})(${udp.address().port}, ${port});`;
    response.writeHead(200, { ...headers, 'content-type': url === '/script.js' ? 'text/javascript' : 'text/html' });
    response.end(
      url === '/script.js' ? script : '<!doctype html><title>Page</title><body><script src="/script.js"></script>',
    );
  });
  const url = `http://127.0.0.1:${await listen(pages)}/`;
  const window = {
    widthPx: 800,
    heightPx: 600,
    headless: true,
    debuggingPort: undefined,
    locale: 'en-US',
    webRtcPolicy,
  };
  const args = browserArguments({ ...window, executable, url, position: undefined }, folder, process.getuid?.() === 0);
  const browser = spawn(
    executable,
    [`--log-net-log=${log}`, ...args.filter((arg) => arg !== '--remote-debugging-pipe')],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  try {
    await enough.promise;
  } finally {
    browser.kill();
    await ended;
    await readLog();
    udp.close();
    tcp.close();
    pages.closeAllConnections();
    pages.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
  return seen;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const { 'connection-allowlist': _allowlist, ...OTHER_HEADERS } = SECURITY_HEADERS;

// attack 12
test('a page sends nothing by WebRTC, early connections or look-ups of names', async () => {
  expect(await visit(SECURITY_HEADERS, 'default', (_seen, rounds) => rounds >= ROUNDS)).toEqual(NOTHING);
});

test('without the allowlist of connections all of that leaves, in spite of the content security policy', async () => {
  const seen = await visit(
    OTHER_HEADERS,
    'default',
    (now) => now.questions > 0 && now.connections > 0 && now.isLookedUp,
  );
  expect(seen).toEqual(EVERYTHING);
});

test('the policy for addresses of WebRTC alone stops its questions', async () => {
  const isEnough = ({ connections, isLookedUp }: Seen, rounds: number) =>
    connections > 0 && isLookedUp && rounds >= ROUNDS;
  expect(await visit(OTHER_HEADERS, 'disable_non_proxied_udp', isEnough)).toEqual({ ...EVERYTHING, questions: 0 });
});
