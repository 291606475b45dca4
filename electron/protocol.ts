// The app:// scheme: the UI's own files, /media/<id> with Range, and /thumbnails/<id>. URLs contain ids, never paths.

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { WAV_HEADER_BYTES, wavHeader } from '../shared/speech/wav.ts';
import { readRange } from './byte-range.ts';
import type { FindMedia, MediaFile } from './library/library.ts';
import { APP_ORIGIN, SECURITY_HEADERS } from './security.ts';

const MIME: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Bytes to serve: a head in memory, possibly empty, then a file. */
type Source = { file: string; head: Uint8Array; sizeBytes: number; mime: string };

/**
 * Creates the handler of the `app` scheme.
 * @param uiFolder the built UI; no file outside it is served.
 * @param findMedia looks up the library's files by id.
 * @param thumbnailPath path of a picture's thumbnail, undefined if none may be served. A thumbnail that does not exist yet is answered
 * without content, not with an error.
 */
export function createProtocolHandler(
  uiFolder: string,
  findMedia: FindMedia,
  thumbnailPath: (mediaId: string) => string | undefined,
) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405);
    const url = new URL(request.url);
    if (`${url.protocol}//${url.host}` !== APP_ORIGIN) return plain(404);
    const [, kind, mediaId = ''] = /^\/(media|thumbnails)\/([0-9a-f]{64})$/.exec(url.pathname) ?? [];
    if (kind === 'thumbnails') {
      const thumbnail = await fileSource(thumbnailPath(mediaId), 'image/webp');
      return thumbnail ? respond(thumbnail, request) : plain(204);
    }
    const source = kind ? await mediaSource(await findMedia(mediaId)) : await uiSource(uiFolder, url.pathname);
    return source ? respond(source, request) : plain(404);
  };
}

async function fileSource(file: string | undefined, mime: string): Promise<Source | undefined> {
  const found = file && (await stat(file).catch(() => undefined));
  return found ? { file, head: new Uint8Array(0), sizeBytes: found.size, mime } : undefined;
}

async function mediaSource(media: MediaFile | undefined): Promise<Source | undefined> {
  const whole = await fileSource(media?.path, media?.mime ?? '');
  if (!media || !whole || media.pcmRateHz === null) return whole;
  const dataBytes = whole.sizeBytes - (whole.sizeBytes % 2);
  const head = wavHeader(dataBytes, { rateHz: media.pcmRateHz, channels: 1, bitsPerSample: 16 });
  return { file: media.path, head, sizeBytes: WAV_HEADER_BYTES + dataBytes, mime: 'audio/wav' };
}

async function uiSource(uiFolder: string, pathname: string): Promise<Source | undefined> {
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const mime = MIME[path.extname(name)];
  if (!mime || name.includes('\0') || name.includes('\\')) return undefined;
  const file = await realpath(path.join(uiFolder, name)).catch(() => undefined);
  if (!file || !isInside(await realpath(uiFolder), file)) return undefined;
  const { size } = await stat(file);
  return { file, head: new Uint8Array(0), sizeBytes: size, mime };
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

function respond(source: Source, request: Request): Response {
  const { sizeBytes } = source;
  const range = readRange(request.headers.get('range'), sizeBytes);
  const common = {
    ...SECURITY_HEADERS,
    'content-type': source.mime,
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
  };
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...common, 'content-range': `bytes */${sizeBytes}` } });
  }
  const { start, end } = range === 'whole' ? { start: 0, end: sizeBytes - 1 } : range;
  const headers: Record<string, string> = { ...common, 'content-length': String(end - start + 1) };
  if (range !== 'whole') headers['content-range'] = `bytes ${start}-${end}/${sizeBytes}`;
  const body = request.method === 'HEAD' || sizeBytes === 0 ? null : readBytes(source, start, end);
  return new Response(body, { status: range === 'whole' ? 200 : 206, headers });
}

/** Reads bytes `start` to `end`, both inclusive, of head and file concatenated. */
function readBytes({ file, head }: Source, start: number, end: number): ReadableStream<Uint8Array> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    if (start < head.length) yield head.subarray(start, Math.min(end + 1, head.length));
    if (end < head.length) return;
    yield* createReadStream(file, {
      start: Math.max(0, start - head.length),
      end: end - head.length,
    }) as AsyncIterable<Buffer>;
  }
  return Readable.toWeb(Readable.from(bytes(), { objectMode: false })) as ReadableStream<Uint8Array>;
}

function plain(status: number): Response {
  return new Response(null, { status, headers: SECURITY_HEADERS });
}
