// Bundles a small page and serves it with the app's own security headers, for engines that only a real browser can
// test.

import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { readRange } from '../../electron/byte-range.ts';
import { SECURITY_HEADERS } from '../../electron/security.ts';

/** A page that is being served. */
export type ServedPage = { url: string; close: () => Promise<void> };

/** Files in addition to the bundle, by path such as `/media/1`, served with Range. */
export type ExtraFiles = Readonly<Record<string, { type: string; bytes: Uint8Array }>>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Headers of a page that is not cross-origin isolated, so that its threads cannot share memory. */
export const UNISOLATED_HEADERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SECURITY_HEADERS).filter(([name]) => !/^cross-origin-(opener|embedder)-policy$/.test(name)),
);

/** Differences from how the app is served. */
export type ServeOptions = {
  headers?: Readonly<Record<string, string>>;
  /** Answers a request; false leaves it to the files. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/** The bundles of this process, by the folder of their page. */
const bundles = new Map<string, Promise<string>>();

/** Bundles the `index.html` of a folder as the renderer is bundled, once, into a folder that this process removes. */
function bundled(folder: string): Promise<string> {
  const found = bundles.get(folder);
  if (found) return found;
  const outDir = mkdtempSync(path.join(tmpdir(), 'relay-studio-page-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const bundle = build({
    root: folder,
    base: './',
    configFile: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'chrome146', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  }).then(() => outDir);
  bundles.set(folder, bundle);
  return bundle;
}

/** Bundles the page of a folder, unless this process has done so, and serves it on this computer. */
export async function servePage(
  folder: string,
  extraFiles: ExtraFiles = {},
  { headers: pageHeaders = SECURITY_HEADERS, answer: answerFirst = () => false }: ServeOptions = {},
): Promise<ServedPage> {
  const outDir = await bundled(folder);
  const server = createServer((request, response) => {
    if (answerFirst(request, response)) return;
    const pathname = new URL(request.url ?? '/', 'http://localhost').pathname;
    const answer = async (): Promise<{ type: string; bytes: Uint8Array }> => {
      const extra = extraFiles[pathname];
      if (extra !== undefined) return extra;
      const file = path.join(outDir, path.normalize(pathname === '/' ? '/index.html' : pathname));
      return { type: TYPES[path.extname(file)] ?? 'application/octet-stream', bytes: await readFile(file) };
    };
    answer().then(
      ({ type, bytes }) => {
        const range = readRange(request.headers.range ?? null, bytes.length);
        const { start, end } = typeof range === 'string' ? { start: 0, end: bytes.length - 1 } : range;
        const headers = {
          ...pageHeaders,
          'content-type': type,
          'accept-ranges': 'bytes',
          'content-length': String(end - start + 1),
          ...(typeof range !== 'string' && { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
        };
        response.writeHead(typeof range === 'string' ? 200 : 206, headers).end(bytes.subarray(start, end + 1));
      },
      () => response.writeHead(404, pageHeaders).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
