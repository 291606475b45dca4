// Resolves the names that a download may reach: those of public addresses only. Prevents a picture address from probing
// the network.

import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { lookup as lookupNow } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isPublicAddress } from '../../shared/connection/special-addresses.ts';

/** Longest wait for a name to be resolved before a person is asked about it. */
const LOOK_UP_MS = 3000;

/** Whether a host, as `URL` writes it, is an address that is not public. */
export function isPrivateNumber(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && !isPublicAddress(literal);
}

/**
 * Whether a host is not public: by its number, or because its name resolves to such an address now. A name that cannot
 * be resolved in time is not; it is judged again whenever it is called.
 */
export async function isPrivateHost(hostname: string): Promise<boolean> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) return isPrivateNumber(hostname);
  const late = delay(LOOK_UP_MS, [], { ref: false });
  const found = await Promise.race([lookupNow(hostname, { all: true }), late]).catch(() => []);
  return found.some(({ address }) => !isPublicAddress(address));
}

/** The error when a name resolves to a private address. */
class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

/**
 * Resolves names like the system, but fails at connect time for names that have any address that is not public. The
 * socket connects to the addresses that were judged: a name that changes its mind is not asked again.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '');
    if (addresses.some(({ address }) => !isPublicAddress(address))) {
      return callback(new PrivateAddressError(`${hostname} is not a public address`), '');
    }
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    return first ? callback(null, first.address, first.family) : callback(new PrivateAddressError(hostname), '');
  });
};
