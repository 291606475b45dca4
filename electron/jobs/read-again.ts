// Brings a job back to when its reply had just arrived, so that the reply is read again as it was then. Nothing is sent.

import { constants } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReplyItem } from '../../shared/contract/library.ts';
import { makeFolder } from '../files.ts';
import type { Library } from '../library/library.ts';
import type { MediaStore } from '../library/media-store.ts';
import { resultItemId } from './edit-job.ts';
import type { EditRecord, JobRecord, SpeechRecord } from './job-record.ts';
import { askedIdOfReply, UNKNOWN_FACTS } from './kept-reply.ts';
import { readPartId } from './part-request.ts';

/** Copies a stored reply into the incoming file of its job, which is whole or absent. @throws the disk's error. */
export async function putBack(stored: string, jobId: string, { incomingPath }: MediaStore): Promise<void> {
  const incoming = incomingPath(jobId);
  // An incoming file of no job: what a crash leaves of it is removed at the next start.
  const unfinished = incomingPath(`${jobId}-copy`);
  await makeFolder(path.dirname(incoming));
  try {
    await rm(unfinished, { force: true });
    await copyFile(stored, unfinished, constants.COPYFILE_EXCL);
    await rename(unfinished, incoming);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** A job of which only the reply is left. */
export function unknownJob({ id, asked, createdAtMs }: ReplyItem): JobRecord | undefined {
  const base = {
    // Of one part of a text, what is left is a request by itself.
    id: askedIdOfReply(id),
    state: 'failed' as const,
    position: 0,
    tries: 1,
    createdAtMs,
    sentAtMs: createdAtMs,
    endedAtMs: createdAtMs,
    receivedBytes: 0,
    error: null,
    itemIds: [],
    replyId: id,
    previewMediaId: null,
    firstTriedAtMs: createdAtMs,
    earlierTries: 0,
    arrival: null,
  };
  if (!asked) return undefined;
  const { connectionId } = asked.request;
  if (asked.kind === 'edit') return { ...base, kind: 'edit', connectionId, request: asked.request, failures: [] };
  const own = { fingerprint: '', line: null, part: null, parts: [], isReread: false };
  return { ...base, kind: 'speech', connectionId, request: asked.request, ...own };
}

/** The job as it was when its reply had just arrived. Pictures that are items already are not made again. */
export async function beginAgain(job: JobRecord, item: ReplyItem, library: Library): Promise<JobRecord> {
  const { connectionName, connectionOrigin, model } = item;
  const { cutReason = null, ...reply } = item.reply ?? {};
  const facts = {
    ...UNKNOWN_FACTS,
    connectionName,
    connectionOrigin,
    model,
    ...reply,
    ended: { cutReason },
  };
  const again = { state: 'receiving', error: null, endedAtMs: null, replyId: item.id } as const;
  if (job.kind === 'speech') return beginSpeechAgain({ ...job, ...again }, facts);
  const results = (job.arrival?.results ?? []).map(({ index }) => resultItemId(job.id, index));
  const made = await library.getAll(results);
  const kept =
    job.arrival?.results.filter(({ index }) => made.some(({ id }) => id === resultItemId(job.id, index))) ?? [];
  const { relayCreatedS = null, generatedCount = null } = job.arrival ?? {};
  const edit: EditRecord = {
    ...job,
    ...again,
    failures: [],
    arrival: { ...facts, relayCreatedS, generatedCount, results: kept },
  };
  return edit;
}

function beginSpeechAgain(
  job: SpeechRecord,
  facts: Omit<NonNullable<SpeechRecord['arrival']>, 'pcmRateHz' | 'take'>,
): SpeechRecord {
  const arrival = { ...facts, pcmRateHz: job.arrival?.pcmRateHz ?? 24_000, take: null };
  const { number } = readPartId(askedIdOfReply(job.replyId ?? ''));
  if (number === null || job.parts.length === 0) return { ...job, arrival };
  const parts = job.parts.map((part, index) => (index === number - 1 ? { ...part, sound: null, error: null } : part));
  return { ...job, arrival, parts, part: { number, count: parts.length }, isReread: true };
}
