// The checksum of a stored job. A row that somebody changed outside the app, that another computer wrote, or that is in an
// earlier copy of the library, has none that counts: such a job is not sent without a click.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJobOver } from '../../shared/app/job-states.ts';
import type { SealSecret } from '../settings/seal-secret.ts';
import type { JobRecord } from './job-record.ts';

/** Seals jobs when they are written, and judges them when they are read. */
export type JobSeal = {
  /** Resolves when the secret is known, or known to be missing; never rejects. */
  opened: Promise<void>;
  /** The record with its checksum: none for a job that has ended, before `opened`, and without a secret. */
  seal: (job: JobRecord) => JobRecord;
  /** Whether the record is exactly as it was sealed, by this opening of the library or the last one of this user. */
  isValid: (job: JobRecord) => boolean;
  /** Every job on disk has a seal of this opening: earlier ones count no more at the next. Rejects only for a bug. */
  onSealed: () => Promise<void>;
};

/** Creates the seal of one opening of a library. @param secret undefined if there is no key store. */
export function createJobSeal(secret: Promise<SealSecret | undefined>): JobSeal {
  let known: SealSecret | undefined;
  const opened = secret.then(
    (found) => {
      known = found;
    },
    () => undefined,
  );
  return {
    opened,
    seal({ seal: _seal, sealEpoch: _epoch, ...job }) {
      if (known === undefined || isJobOver(job.state)) return job;
      const dated = { ...job, sealEpoch: known.epoch + 1 };
      return { ...dated, seal: checksum(dated, known.key).toString('hex') };
    },
    isValid({ seal = '', ...job }) {
      if (known === undefined || (job.sealEpoch ?? 0) < known.epoch) return false;
      const [found, expected] = [Buffer.from(seal, 'hex'), checksum(job, known.key)];
      return found.length === expected.length && timingSafeEqual(found, expected);
    },
    onSealed: async () => known?.begin(known.epoch + 1),
  };
}

function checksum(job: JobRecord, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(job, (_name, value: unknown) => withSortedNames(value)))
    .digest();
}

/** The order of names is not part of what a record says. */
function withSortedNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
