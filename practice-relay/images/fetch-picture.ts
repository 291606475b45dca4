// Fetching pictures that a request names by address: this computer or https only, bounded, and never with a key.

import type { Bytes } from './request.ts';

/** All pictures of one request together, in bytes. */
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const MAX_REDIRECTS = 3;

/**
 * A fetcher for the addresses of one request.
 * @returns what gives the bytes at an address, or what is wrong with it as the end of a sentence.
 */
export function createPictureFetcher(signal: AbortSignal): (address: string) => Promise<Bytes | string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let totalBytes = 0;

  return async (address) => {
    try {
      const reply = await follow(address, limit);
      if (typeof reply === 'string') return reply;
      const chunks: Uint8Array[] = [];
      for await (const chunk of reply.body ?? []) {
        totalBytes += chunk.length;
        if (totalBytes > MAX_TOTAL_BYTES) return `could not be fetched: over ${MAX_TOTAL_BYTES} bytes`;
        chunks.push(chunk);
      }
      return new Uint8Array(Buffer.concat(chunks));
    } catch {
      return limit.aborted ? `could not be fetched within ${TIMEOUT_MS / 1000} s` : 'could not be fetched';
    }
  };
}

async function follow(address: string, signal: AbortSignal): Promise<Response | string> {
  let url = new URL(address);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (!isAllowed(url)) return 'has an address that is neither https nor on this computer';
    const reply = await fetch(url, { redirect: 'manual', signal });
    const location = reply.headers.get('location');
    if (reply.ok) return reply;
    await reply.body?.cancel();
    if (reply.status < 300 || reply.status > 399 || location === null) {
      return `could not be fetched: its address answered ${reply.status}`;
    }
    url = new URL(location, url);
  }
  return 'could not be fetched: too many redirects';
}

/** Plain http would let a request reach other machines of the local network. */
function isAllowed(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK_HOST.test(url.hostname));
}
