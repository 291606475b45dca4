// Downloads a picture from an address, without the key: results that are returned as a url, and addresses that a person
// pastes.

import { isIP } from 'node:net';
import { type AppError, appError } from '../../shared/errors.ts';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { RelayHttp } from './http.ts';
import { isPublicAddress } from './public-address.ts';

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 120_000;
/** The connection whose own host is allowed, and the signal that stops the download. */
export type DownloadOptions = { connectionBaseUrl: string; signal: AbortSignal };

/** Receives the bytes while they arrive. */
type Destination = { write: (bytes: Uint8Array) => Promise<void> };

/**
 * Downloads at most 64 MiB over at most three redirects. Each hop is checked: https to public addresses only, except on
 * the connection's own host. After a failure `destination` holds a part of the file, which the caller discards.
 */
export async function downloadPicture(
  http: RelayHttp,
  address: string,
  destination: Destination,
  { connectionBaseUrl, signal }: DownloadOptions,
): Promise<Result<null, AppError | 'cancelled'>> {
  let next = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const reach = judgeAddress(next, connectionBaseUrl);
    if (!reach) return fail(appError('download.refused', { host: hostOf(next) }));
    const sent = await http.call({ method: 'GET', url: next, headers: {}, timeoutMs: TIMEOUT_MS, signal, reach });
    if (!sent.ok)
      return fail(sent.error.code === 'cancelled' ? 'cancelled' : appError('download.failed', sent.error.details));
    const { status, headers, body } = sent.data;
    try {
      if (status >= 300 && status < 400 && typeof headers.location === 'string') {
        next = new URL(headers.location, next).href;
        continue;
      }
      if (status !== 200) return fail(appError('download.failed', { status }));
      return await copyBounded(body, destination, signal);
    } finally {
      body.destroy();
    }
  }
  return fail(appError('download.failed', { reason: 'redirects' }));
}

/**
 * Returns `any` for the connection's own host, `public` for https elsewhere, undefined for an address that is not
 * allowed.
 */
export function judgeAddress(address: string, connectionBaseUrl: string): 'any' | 'public' | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return undefined;
  const isOwnHost = URL.canParse(connectionBaseUrl) && new URL(connectionBaseUrl).host === url.host;
  if (isOwnHost && (url.protocol === 'https:' || url.protocol === 'http:')) return 'any';
  if (url.protocol !== 'https:') return undefined;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  // Names are checked when they are resolved; literal addresses are never resolved.
  return isIP(literal) === 0 || isPublicAddress(literal) ? 'public' : undefined;
}

async function copyBounded(
  body: AsyncIterable<Uint8Array>,
  destination: Destination,
  signal: AbortSignal,
): Promise<Result<null, AppError | 'cancelled'>> {
  let sizeBytes = 0;
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch(() => undefined);
    if (!next) return fail(signal.aborted ? 'cancelled' : appError('download.failed', { reason: 'cut' }));
    if (next.done) return ok(null);
    sizeBytes += next.value.length;
    if (sizeBytes > IMPORT_LIMITS.maxBytes) return fail(appError('download.too_large'));
    await destination.write(next.value);
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
