// The checksum of a stored job. A row that somebody changed outside the app, or that another computer wrote, has none
// that fits: such a job is not sent without a click.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJobOver } from '../../shared/job-states.ts';
import type { JobRecord } from './job-record.ts';

/** Seals jobs when they are written, and judges them when they are read. */
export type JobSeal = {
  /** Resolves when the secret is known, or known to be missing; never rejects. */
  opened: Promise<void>;
  /** The record with its checksum: none for a job that has ended, before `opened`, and without a secret. */
  seal: (job: JobRecord) => JobRecord;
  /** Whether the record is exactly as it was sealed. */
  isValid: (job: JobRecord) => boolean;
};

/** Creates the seal. @param secret 32 random bytes that only this app can read; undefined if there is no key store. */
export function createJobSeal(secret: Promise<Buffer | undefined>): JobSeal {
  let key: Buffer | undefined;
  const opened = secret.then(
    (found) => {
      key = found;
    },
    () => undefined,
  );
  return {
    opened,
    seal({ seal: _earlier, ...job }) {
      return key === undefined || isJobOver(job.state) ? job : { ...job, seal: checksum(job, key).toString('hex') };
    },
    isValid({ seal = '', ...job }) {
      if (key === undefined) return false;
      const [found, expected] = [Buffer.from(seal, 'hex'), checksum(job, key)];
      return found.length === expected.length && timingSafeEqual(found, expected);
    },
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
