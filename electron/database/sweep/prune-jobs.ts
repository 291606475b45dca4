// Deletes the rows of old jobs and of their exchanges.

import { readdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { incomingJobId } from '../../library/media-store.ts';
import { safePath } from '../../library/safe-path.ts';
import { inTransaction } from '../schema.ts';
import { IS_SETTLED } from './references.ts';

/** Jobs and exchanges are deleted when they are older than this. */
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;
/** Jobs before the newest ones are deleted earlier. */
const MAX_JOBS = 5000;
/** Rows deleted in one transaction. */
const STEP_ROWS = 200;

const endedAtMs = `CASE WHEN json_valid(body) THEN coalesce(body ->> '$.endedAtMs', body ->> '$.createdAtMs') END`;
const startedAtMs = `CASE WHEN json_valid(body) THEN body ->> '$.startedAtMs' END`;

/**
 * Deletes jobs that are done, cancelled or dismissed, with their exchanges, and old exchanges of jobs that are not there
 * any more, in small transactions. A job stays while bytes that it received wait to be recovered. Yields after each.
 */
export function* pruneJobs(db: DatabaseSync, root: string, nowMs: number): Generator<void> {
  const waiting = JSON.stringify(jobsWithIncomingFile(root));
  const notWaiting = (column: string): string => `${column} NOT IN (SELECT value FROM json_each(:waiting))`;
  const selectJobs = db.prepare(
    `SELECT id FROM jobs WHERE ${IS_SETTLED} AND ${notWaiting('id')} AND (${endedAtMs} < :oldestMs
     OR seq <= (SELECT seq FROM jobs ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_JOBS})) LIMIT ${STEP_ROWS}`,
  );
  const deleteJob = db.prepare('DELETE FROM jobs WHERE id = ?');
  const deleteExchangesOf = db.prepare('DELETE FROM exchanges WHERE job_id = ?');
  const deleteExchanges = db.prepare(
    `DELETE FROM exchanges WHERE rowid IN (SELECT rowid FROM exchanges WHERE ${startedAtMs} < :oldestMs
     AND ${notWaiting('job_id')} AND job_id NOT IN (SELECT id FROM jobs WHERE NOT ${IS_SETTLED}) LIMIT ${STEP_ROWS})`,
  );
  const limits = { waiting, oldestMs: nowMs - MAX_AGE_MS };
  for (let jobs = selectJobs.all(limits); jobs.length > 0; jobs = selectJobs.all(limits)) {
    inTransaction(db, () => {
      for (const { id } of jobs) {
        deleteJob.run(String(id));
        deleteExchangesOf.run(String(id));
      }
    });
    yield;
  }
  while (deleteExchanges.run(limits).changes > 0) yield;
}

/** @throws the file system's error if the folder cannot be read. */
function jobsWithIncomingFile(root: string): string[] {
  try {
    return readdirSync(safePath(root, 'incoming')).flatMap((name) => incomingJobId(name) ?? []);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
