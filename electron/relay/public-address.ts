// Resolves the names that a download may reach: those of public addresses only. Prevents a picture address from probing
// the network.

import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../../shared/special-addresses.ts';

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
