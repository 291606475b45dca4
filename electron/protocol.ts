// The app:// scheme: the UI's own files, /media/<id> with Range, /thumbnails/<id> and /thumbnails/<id>/changed, and
// /video/<token> with Range. URLs contain ids and tokens, never paths.

import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ThumbnailPart } from '../shared/contract/media.ts';
import { readRange } from './byte-range.ts';
import { readPieces } from './files.ts';
import type { FindMedia, MediaFile } from './library/library.ts';
import { readAsOne } from './library/one-sound-file.ts';
import { readWavView, viewAsWav } from './library/wav-view.ts';
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
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** The build names these files by a hash of their bytes: a browser may keep one as long as it likes, compiled too. */
const HASHED_FILE = /^\/assets\//;

/** Bytes to serve. `read` returns bytes `start` to `end`, both inclusive. */
type Source = { sizeBytes: number; mime: string; read: (start: number, end: number) => AsyncIterable<Uint8Array> };

/** Sounds that are served otherwise than they are stored: they are looked at once. */
const MAX_VIEWS = 64;

/**
 * Creates the handler of the `app` scheme.
 * @param uiFolder the built UI; no file outside it is served.
 * @param findMedia looks up the library's files by id.
 * @param thumbnailPath path of a picture's thumbnail, undefined if none may be served. A thumbnail that does not exist yet is answered
 * without content, not with an error.
 * @param findVideo the video that a token stands for, a file outside the library; undefined for any other token.
 */
export function createProtocolHandler(
  uiFolder: string,
  findMedia: FindMedia,
  thumbnailPath: (mediaId: string, part: ThumbnailPart) => string | undefined,
  findVideo: (token: string) => { path: string; mime: string } | undefined = () => undefined,
) {
  const views = new Map<string, Promise<Source | undefined>>();
  /** A file never changes under its id; the size and the rate of pcm can. */
  const viewOf = (media: MediaFile, sizeBytes: number): Promise<Source | undefined> => {
    const key = `${media.mediaId} ${sizeBytes} ${media.pcmRateHz}`;
    const view = views.get(key) ?? viewSource(media, sizeBytes).catch(() => undefined);
    views.set(key, view);
    const [oldest] = views.keys();
    if (views.size > MAX_VIEWS && oldest !== undefined) views.delete(oldest);
    return view;
  };
  const mediaSource = async (media: MediaFile | undefined): Promise<Source | undefined> => {
    const whole = await fileSource(media?.path, media?.mime ?? '');
    return (media && whole && (await viewOf(media, whole.sizeBytes))) ?? whole;
  };

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405);
    const url = new URL(request.url);
    if (`${url.protocol}//${url.host}` !== APP_ORIGIN) return plain(404);
    const [, thumbnailId, part] = /^\/thumbnails\/([0-9a-f]{64})(\/changed)?$/.exec(url.pathname) ?? [];
    if (thumbnailId !== undefined) {
      const file = thumbnailPath(thumbnailId, part === undefined ? 'whole' : 'changed');
      const thumbnail = await fileSource(file, 'image/webp');
      return thumbnail ? respond(thumbnail, request) : plain(204);
    }
    const [, token] = /^\/video\/([0-9a-f]{64})$/.exec(url.pathname) ?? [];
    if (token !== undefined) {
      const video = findVideo(token);
      const source = await fileSource(video?.path, video?.mime ?? '');
      return source ? respond(source, request) : plain(404);
    }
    const [, mediaId] = /^\/media\/([0-9a-f]{64})$/.exec(url.pathname) ?? [];
    const source = mediaId ? await mediaSource(await findMedia(mediaId)) : await uiSource(uiFolder, url.pathname);
    return source ? respond(source, request) : plain(404);
  };
}

/** A sound as players read it: plain samples as one wav file, joined files as one; undefined for any other file. */
async function viewSource(media: MediaFile, size: number): Promise<Source | undefined> {
  const wav = await viewAsWav(media, size);
  if (wav) {
    const { sizeBytes } = wav;
    return { sizeBytes, mime: 'audio/wav', read: (start, end) => readWavView(wav, start, end + 1) };
  }
  const one = await readAsOne(media, size);
  return (
    one && {
      sizeBytes: one.length,
      mime: media.mime,
      read: (start, end) => Readable.from([one.subarray(start, end + 1)]),
    }
  );
}

async function fileSource(file: string | undefined, mime: string): Promise<Source | undefined> {
  if (file === undefined) return undefined;
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? sourceOf(file, found.size, mime) : undefined;
}

function sourceOf(file: string, sizeBytes: number, mime: string): Source {
  return { sizeBytes, mime, read: (start, end) => readPieces(file, { start, end }) };
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
  return sourceOf(file, size, mime);
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
    'cache-control': HASHED_FILE.test(new URL(request.url).pathname)
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
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

/** The web stream of a source's bytes. */
function readBytes({ read }: Source, start: number, end: number): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(read(start, end), { objectMode: false })) as ReadableStream<Uint8Array>;
}

function plain(status: number): Response {
  return new Response(null, { status, headers: SECURITY_HEADERS });
}
