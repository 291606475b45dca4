// Fetches pictures that a request names by address: public addresses and the relay's own only, limited in size and
// time, and never with a key.

import { type LookupAddress, lookup } from 'node:dns';
import { once } from 'node:events';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../shared/connection/special-addresses.ts';
import { REFERENCE_LIMITS } from '../../shared/images/limits.ts';
import type { Bytes } from '../bytes.ts';

/** All pictures of one request together, in bytes. */
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;
const OWN_HOSTS = new Set(['127.0.0.1', 'localhost']);

/**
 * Creates the fetcher for the addresses of one request.
 * @param ownPort port of the relay itself on this computer, whose results may be fetched.
 * @returns a function that returns the bytes at an address, or the problem as the end of a sentence.
 */
export function createPictureFetcher(
  ownPort: number | undefined,
  signal: AbortSignal,
): (address: string) => Promise<Bytes | string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let totalBytes = 0;

  return async (address) => {
    let reply: IncomingMessage | string | undefined;
    try {
      reply = await follow(address, ownPort, limit);
      if (typeof reply === 'string') return reply;
      const chunks: Buffer[] = [];
      let sizeBytes = 0;
      for await (const chunk of reply as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length;
        totalBytes += chunk.length;
        if (sizeBytes > REFERENCE_LIMITS.maxBytes || totalBytes > MAX_TOTAL_BYTES) return 'has too many bytes';
        chunks.push(chunk);
      }
      return new Uint8Array(Buffer.concat(chunks));
    } catch (error) {
      if (error instanceof PrivateAddressError) return PRIVATE;
      return limit.aborted ? `could not be fetched within ${TIMEOUT_MS / 1000} s` : 'could not be fetched';
    } finally {
      if (typeof reply === 'object') reply.destroy();
    }
  };
}

const PRIVATE = 'has an address in a private network';

/** Returns the reply that contains the picture, or the problem. Every redirect is checked again. */
async function follow(
  address: string,
  ownPort: number | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage | string> {
  let url = new URL(address);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'has an address that is not http or https';
    const isOwn = url.protocol === 'http:' && OWN_HOSTS.has(url.hostname) && Number(url.port) === ownPort;
    // A host name is checked when it is resolved; an IP address is not resolved, so it is checked here.
    if (!isOwn && isPrivate(url.hostname.replace(/^\[|\]$/g, ''))) return PRIVATE;
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    const request = get(url, { signal, agent: false, ...(!isOwn && { lookup: lookUpPublic }) });
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    const { statusCode = 0, headers } = reply;
    if (statusCode >= 200 && statusCode <= 299) return reply;
    reply.destroy();
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined) {
      return `could not be fetched: its address answered ${statusCode}`;
    }
    url = new URL(headers.location, url);
  }
  return 'could not be fetched: too many redirects';
}

class PrivateAddressError extends Error {}

/** Resolves a name and refuses it when any of its addresses is private. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error('no address'), '');
    if (addresses.some(({ address }) => isPrivate(address))) return callback(new PrivateAddressError(), '');
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Whether an IP address is private; false for a name. IPv4 inside IPv6 is treated as IPv4. */
function isPrivate(address: string): boolean {
  return isIP(address) !== 0 && !isPublicAddress(address);
}
