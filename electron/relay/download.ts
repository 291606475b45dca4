// Downloads a file from an address, without the key: results that are returned as a url, and addresses of pictures that
// a person pastes.

import { isIP } from 'node:net';
import { isPublicAddress } from '../../shared/connection/special-addresses.ts';
import { LAST_TIMESTAMP_MS } from '../../shared/contract/common.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { decodeBase64 } from './base64.ts';
import { decodeBody } from './content-coding.ts';
import type { RelayHttp } from './http.ts';
import { factsOf } from './received-reply.ts';
import { guardBody, type ReplyBody } from './reply-body.ts';

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 120_000;
/** Longest `data:` address that is read, in characters. */
const MAX_DATA_LENGTH = 100_000_000;

/** Which addresses are allowed beside public https ones, and the signal that stops the download. */
export type DownloadOptions = {
  /** Relative addresses are resolved against it, and its own origin is allowed, wherever that is. */
  connectionBaseUrl: string;
  /** Origins that the person allowed; never private addresses. */
  allowedOrigins?: readonly string[];
  signal: AbortSignal;
  /** Of the file; 64 MiB by default. */
  maxBytes?: number;
};

/** Receives the bytes while they arrive. */
type Destination = { write: (bytes: Uint8Array) => Promise<void> };

/**
 * Downloads a file over at most three redirects; a `data:` address contains it. Each hop is checked:
 * https to public addresses only, except at the connection's own origin and at allowed ones. After a failure
 * `destination` holds a part of the file, which the caller discards.
 */
export async function downloadFile(
  http: RelayHttp,
  address: string,
  destination: Destination,
  options: DownloadOptions,
): Promise<Result<null, AppError | 'cancelled'>> {
  const { connectionBaseUrl, signal } = options;
  if (/^data:/i.test(address)) return readDataAddress(address, destination);
  let next = resolveAddress(address, connectionBaseUrl);
  for (let hop = 0; hop <= MAX_REDIRECTS && next !== undefined; hop++) {
    const reach = judgeAddress(next, options);
    if (!reach) {
      const origin = allowableOrigin(next);
      return fail(
        appError('download.refused', { host: hostOf(next), ...(origin !== undefined && { refusedOrigin: origin }) }),
      );
    }
    const sent = await http.call({ method: 'GET', url: next, headers: {}, timeoutMs: TIMEOUT_MS, signal, reach });
    if (!sent.ok) {
      if (sent.error.code === 'cancelled') return fail('cancelled');
      // A name whose address nobody but its owner chose.
      const reason = sent.error.code === 'address.unconfirmed' ? { reason: 'PRIVATE_ADDRESS' } : sent.error.details;
      return fail(appError('download.failed', reason));
    }
    const { status, headers, body } = sent.data;
    try {
      if (status >= 300 && status < 400 && typeof headers.location === 'string') {
        next = resolveAddress(headers.location, next);
        continue;
      }
      if (!WHOLE.has(status)) return fail(appError('download.failed', { status }));
      const decoded = decodeBody(guardBody(sent.data), factsOf(sent.data).contentEncoding);
      return await copyBounded(decoded, destination, options);
    } finally {
      body.destroy();
    }
  }
  return fail(appError('download.failed', { reason: next === undefined ? 'address' : 'redirects' }));
}

/** The statuses of a whole file; 203 is one that a proxy has changed on the way. */
const WHOLE: ReadonlySet<number> = new Set([200, 203]);

/** Returns the absolute address; undefined if it is none. */
function resolveAddress(address: string, base: string): string | undefined {
  if (URL.canParse(address)) return new URL(address).href;
  return URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

/** Reads the bytes of a `data:` address (RFC 2397). */
async function readDataAddress(address: string, destination: Destination): Promise<Result<null, AppError>> {
  if (address.length > MAX_DATA_LENGTH) return fail(appError('download.too_large'));
  const parts = /^data:([^,]*),(.*)$/is.exec(address);
  if (!parts) return fail(appError('download.failed', { reason: 'address' }));
  const [, type = '', content = ''] = parts;
  await destination.write(/;\s*base64\s*$/i.test(type) ? decodeBase64(content) : percentDecoded(content));
  return ok(null);
}

function percentDecoded(text: string): Uint8Array {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** How long an address without an own end is expected to work. */
const USUAL_LIFE_MS = 24 * 60 * 60 * 1000;

/**
 * Until when an address is worth fetching: the end that a signed address states, otherwise a day after the reply.
 * @returns Unix time in whole milliseconds, whatever the address states.
 */
export function addressEndMs(address: string, receivedAtMs: number): number {
  const endMs = statedEndMs(address, receivedAtMs) ?? receivedAtMs + USUAL_LIFE_MS;
  return Math.floor(Math.min(endMs, LAST_TIMESTAMP_MS));
}

/** The end that a signed address states; undefined if it states none, or one that is over. */
function statedEndMs(address: string, receivedAtMs: number): number | undefined {
  // A relative address has an end as well.
  const url = URL.parse(address, 'https://relative.invalid');
  if (!url) return undefined;
  const fields = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const lifeS = Number(fields.get('x-amz-expires') ?? fields.get('x-goog-expires') ?? fields.get('x-tos-expires'));
  if (lifeS > 0) return receivedAtMs + lifeS * 1000;
  const endS = Number(fields.get('expires') ?? fields.get('x-expires'));
  if (endS * 1000 > receivedAtMs) return endS * 1000;
  const endMs = Date.parse(fields.get('se') ?? '');
  return endMs > receivedAtMs ? endMs : undefined;
}

/**
 * Returns `any` for the connection's own origin, `public` for https elsewhere and for an origin that the person allowed,
 * undefined for an address that is not allowed.
 */
export function judgeAddress(
  address: string,
  { connectionBaseUrl, allowedOrigins = [] }: Pick<DownloadOptions, 'connectionBaseUrl' | 'allowedOrigins'>,
): 'any' | 'public' | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (URL.canParse(connectionBaseUrl) && new URL(connectionBaseUrl).origin === url.origin) return 'any';
  if (url.protocol !== 'https:' && !allowedOrigins.includes(url.origin)) return undefined;
  return isPublicHost(url.hostname) ? 'public' : undefined;
}

/** The origin that a person may allow for a refused address; undefined if it can never be allowed. */
export function allowableOrigin(address: string): string | undefined {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return undefined;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && isPublicHost(url.hostname) ? url.origin : undefined;
}

/** Names are checked when they are resolved; literal addresses are never resolved. */
function isPublicHost(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) return isPublicAddress(literal);
  return !/(^|\.)localhost\.?$/.test(hostname);
}

/** Copies a body. Its early end is a failure. */
async function copyBounded(
  { chunks, failure }: ReplyBody,
  destination: Destination,
  { signal, maxBytes = IMPORT_LIMITS.maxBytes }: DownloadOptions,
): Promise<Result<null, AppError | 'cancelled'>> {
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) return fail(appError('download.too_large'));
    await destination.write(chunk);
  }
  if (failure() === undefined) return ok(null);
  return fail(signal.aborted ? 'cancelled' : appError('download.failed', { reason: 'cut' }));
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
