// Downloading a picture from an address, without the key: results that come as a url, and addresses a person pastes.

import { isIP } from 'node:net';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { RelayHttp } from './http.ts';
import { isPublicAddress } from './public-address.ts';

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 120_000;
/** Largest picture taken, in bytes. */
const MAX_DOWNLOAD_BYTES = 64 * 1024 * 1024;

/** What a download may reach and how it can be stopped. */
export type DownloadOptions = { connectionBaseUrl: string; signal: AbortSignal };

/**
 * Downloads at most 64 MiB over at most three redirects, each hop checked: https only, to public addresses only, except on the
 * connection's own host.
 */
export async function downloadPicture(
  http: RelayHttp,
  address: string,
  { connectionBaseUrl, signal }: DownloadOptions,
): Promise<Result<Uint8Array, AppError | 'cancelled'>> {
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
      return await readBounded(body);
    } finally {
      body.destroy();
    }
  }
  return fail(appError('download.failed', { reason: 'redirects' }));
}

/** `any` for the connection's own host, `public` for https elsewhere, undefined for what must not be reached. */
export function judgeAddress(address: string, connectionBaseUrl: string): 'any' | 'public' | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return undefined;
  const isOwnHost = URL.canParse(connectionBaseUrl) && new URL(connectionBaseUrl).host === url.host;
  if (isOwnHost && (url.protocol === 'https:' || url.protocol === 'http:')) return 'any';
  if (url.protocol !== 'https:') return undefined;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  // Names are checked when they are looked up; literal addresses are never looked up.
  return isIP(literal) === 0 || isPublicAddress(literal) ? 'public' : undefined;
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Result<Uint8Array, AppError>> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of body) {
      sizeBytes += chunk.length;
      if (sizeBytes > MAX_DOWNLOAD_BYTES) return fail(appError('download.too_large'));
      chunks.push(chunk);
    }
  } catch {
    return fail(appError('download.failed', { reason: 'cut' }));
  }
  return ok(Buffer.concat(chunks));
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
