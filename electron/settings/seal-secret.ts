// The secret that seals stored jobs, and the epoch from which on seals count: kept like a key, encrypted by the system's
// key store.

import { randomBytes } from 'node:crypto';
import type { KeyVault } from './key-vault.ts';

/** Its place in the vault. No address has this origin, so no connection can ask for it. */
const ENTRY = 'jobs.seal';
const ORIGIN = 'app:jobs';
const SECRET_BYTES = 32;

/** What jobs are sealed with. */
export type SealSecret = {
  /** 32 random bytes that only this app can read. */
  key: Buffer;
  /** The first epoch whose seals count. Those of earlier ones are in copies: what they say may have been done since. */
  epoch: number;
  /** From the next opening of a library on, only seals of this epoch and later ones count. Rejects only for a bug. */
  begin: (epoch: number) => Promise<void>;
};

/**
 * Returns the secret once the key store has answered; undefined where keys are kept for the session only, because a
 * secret of this session seals nothing for the next one.
 */
export async function openSealSecret(vault: KeyVault): Promise<SealSecret | undefined> {
  await vault.opened;
  if (vault.protection().state !== 'available') return undefined;
  if (read(vault) === undefined) await write(vault, randomBytes(SECRET_BYTES), 0);
  const { key, epoch } = read(vault) ?? {};
  if (key === undefined || epoch === undefined) return undefined;
  return { key, epoch, begin: (next) => write(vault, key, Math.max(next, read(vault)?.epoch ?? 0)) };
}

/**
 * No seal that there is counts for the next library that is opened. @returns undoes it. Both reject only for a bug.
 */
export async function outdateSeals(vault: KeyVault): Promise<() => Promise<void>> {
  const secret = await openSealSecret(vault);
  // The open library seals with the next epoch, whether or not that has begun.
  await secret?.begin(secret.epoch + 2);
  return async () => secret && write(vault, secret.key, secret.epoch);
}

function read(vault: KeyVault): { key: Buffer; epoch: number } | undefined {
  const [key = '', epoch = '0'] = vault.key(ENTRY, ORIGIN)?.split('.') ?? [];
  return key === '' ? undefined : { key: Buffer.from(key, 'base64url'), epoch: Number(epoch) };
}

function write(vault: KeyVault, key: Buffer, epoch: number): Promise<void> {
  return vault.save(ENTRY, ORIGIN, `${key.toString('base64url')}.${epoch}`);
}
