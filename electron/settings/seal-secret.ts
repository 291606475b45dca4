// The secret that seals stored jobs: made once, and kept like a key, encrypted by the system's key store.

import { randomBytes } from 'node:crypto';
import type { KeyVault } from './key-vault.ts';

/** Its place in the vault. No address has this origin, so no connection can ask for it. */
const ENTRY = 'jobs.seal';
const ORIGIN = 'app:jobs';
const SECRET_BYTES = 32;

/**
 * Returns the secret once the key store has answered; undefined where keys are kept for the session only, because a
 * secret of this session seals nothing for the next one.
 */
export async function openSealSecret(vault: KeyVault): Promise<Buffer | undefined> {
  await vault.opened;
  if (vault.protection().state !== 'available') return undefined;
  const found = vault.key(ENTRY, ORIGIN);
  if (found !== undefined) return Buffer.from(found, 'base64url');
  const secret = randomBytes(SECRET_BYTES);
  await vault.save(ENTRY, ORIGIN, secret.toString('base64url'));
  return secret;
}
