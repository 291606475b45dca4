// What can still be made of replies that were kept: results that could not be fetched are fetched again, by the app
// itself as long as their addresses may work, and stored bytes are read again. Nothing is sent that could be billed.

import { constants } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { MissingResult, ReplyItem } from '../../shared/contract/library.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { isJobOver } from '../../shared/job-states.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { makeFolder, whileWriting } from '../files.ts';
import type { Library } from '../library/library.ts';
import type { MediaStore } from '../library/media-store.ts';
import type { IncomingPicture, PictureImport } from '../library/picture-import.ts';
import { allowableOrigin } from '../relay/download.ts';
import type { RelayHttp } from '../relay/http.ts';
import { fetchResult } from '../relay/images.ts';
import type { Connections } from '../settings/connections.ts';
import type { Clock } from './clock.ts';
import { describeItem, isFetchable, resultItemId } from './edit-job.ts';
import type { JobQueue } from './job-queue.ts';
import type { EditArrival, EditRecord, JobRecord, SpeechRecord } from './job-record.ts';
import { askedIdOfReply, jobIdOfReply, UNKNOWN_FACTS } from './kept-reply.ts';
import { readPartId } from './part-request.ts';

/** What is needed. */
export type KeptRepliesParts = {
  http: RelayHttp;
  library: Library;
  media: MediaStore;
  pictures: PictureImport;
  jobs: Pick<JobQueue, 'amend' | 'find' | 'settleAgain'>;
  connections: Pick<Connections, 'target' | 'allowOrigin'>;
  clock: Clock;
  /** Asks whether a connection may fetch results from an origin. */
  askOrigin: (connectionName: string, origin: string) => Promise<boolean>;
  /** Called after an origin was allowed. */
  onAllowed: () => void;
  onLibraryChanged: (ids: string[]) => void;
  onBug: (error: unknown) => void;
};

/** The reply as it is after an operation, and the items that became of it. */
type ReplyOutcome = { item: ReplyItem; madeIds: string[] };

/** Operations on kept replies. */
export type KeptReplies = {
  fetch: (id: string) => Promise<Result<ReplyOutcome, AppError>>;
  /** Asks the person, and fetches if allowed. An origin inside the network can never be allowed. */
  allowOrigin: (id: string, index: number) => Promise<Result<ReplyOutcome, AppError>>;
  /** Reads the stored bytes again. */
  readAgain: (id: string) => Promise<Result<ReplyOutcome, AppError>>;
  /** Begins to fetch what earlier runs could not. Never rejects. */
  begin: () => Promise<void>;
  /** Looks whether a reply that has been kept has results to fetch. */
  watch: (id: string) => void;
  stop: () => void;
};

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60 * 1000;
const PAGE_ITEMS = 200;

/** Creates the operations on kept replies. */
export function createKeptReplies(parts: KeptRepliesParts): KeptReplies {
  const { http, library, pictures, jobs, connections, clock, onBug } = parts;
  const ending = new AbortController();
  /** Cancels the next time that the results of a reply are fetched. */
  const waiting = new Map<string, () => void>();
  /** One operation on a reply at a time. */
  const busy = new Map<string, Promise<unknown>>();

  function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const run = (busy.get(id) ?? Promise.resolve()).then(work, work);
    busy.set(id, run);
    const leave = (): void => {
      if (busy.get(id) === run) busy.delete(id);
    };
    run.then(leave, leave);
    return run;
  }

  async function find(id: string): Promise<Result<ReplyItem, AppError>> {
    const item = await library.get(id);
    return item?.kind === 'reply' ? ok(item) : fail(appError('item.not_found'));
  }

  /** Fetches one result. @returns its new error; undefined if it is an item now. */
  async function fetchOne(item: ReplyItem, missing: MissingResult): Promise<AppError | undefined> {
    if (item.asked?.kind !== 'edit') return missing.error;
    const { request } = item.asked;
    const target = await connections.target(request.connectionId, ending.signal);
    const { baseUrl, key, allowedOrigins } = target.ok ? target.data : { baseUrl: '', key: '', allowedOrigins: [] };
    const opened: IncomingPicture[] = [];
    const openFile = async (): Promise<IncomingPicture> => {
      const file = pictures.receive(ending.signal);
      opened.push(file);
      return file;
    };
    try {
      const reader = { openFile, signal: ending.signal, fetchAgainMs: [], onBug };
      const fetched = await fetchResult(http, missing.url, { baseUrl, key, allowedOrigins }, reader);
      if (!fetched.ok) return { ...fetched.error, details: { ...fetched.error.details, url: missing.url } };
      const kept = await fetched.data.keep();
      if (!kept.ok) return appError('result.lost', { ...kept.error.details, url: missing.url });
      const id = jobIdOfReply(item.id);
      const job = await jobs.find(id);
      const arrival =
        job?.kind === 'edit' && job.arrival ? job.arrival : { ...item, relayCreatedS: null, generatedCount: null };
      const result = { index: missing.index, revisedPrompt: missing.revisedPrompt, picture: kept.data };
      const made = describeItem({ id, request, createdAtMs: item.createdAtMs }, arrival, result);
      await library.add(made);
      await jobs.amend(id, (ended) => withResult(ended, made.id, result));
      parts.onLibraryChanged([made.id]);
      return undefined;
    } finally {
      for (const file of opened) await file.discard();
    }
  }

  async function fetchAll(id: string): Promise<Result<ReplyOutcome, AppError>> {
    const found = await find(id);
    if (!found.ok) return found;
    const madeIds: string[] = [];
    for (const missing of found.data.missing) {
      const error = await fetchOne(found.data, missing);
      if (ending.signal.aborted) return ok({ item: found.data, madeIds });
      if (error === undefined) madeIds.push(resultItemId(jobIdOfReply(id), missing.index));
      else if (error.code !== missing.error.code)
        await jobs.amend(jobIdOfReply(id), (ended) => withFailure(ended, missing.index, error));
      await library.change(id, (item) => (item.kind === 'reply' ? withOutcome(item, missing.index, error) : undefined));
    }
    const after = await find(id);
    if (!after.ok) return after;
    const isAllFetched = after.data.missing.length === 0 && found.data.missing.length > 0;
    // Its other bytes are the pictures that are items.
    if (isAllFetched && found.data.error && isFetchable(found.data.error)) {
      await library.setTrashed([id], true);
      await jobs.amend(jobIdOfReply(id), (job) => ({ ...job, replyId: null }));
    }
    parts.onLibraryChanged([id]);
    return ok({ item: after.data, madeIds });
  }

  const fetchInTurn = (id: string) => inTurn(id, () => settleWrites(() => fetchAll(id)));

  async function fetch(id: string): Promise<Result<ReplyOutcome, AppError>> {
    const fetched = await fetchInTurn(id);
    if (fetched.ok) schedule(fetched.data.item, 0);
    return fetched;
  }

  /** Fetches again later, for as long as one of the addresses may work. */
  function schedule(item: ReplyItem, failures: number): void {
    waiting.get(item.id)?.();
    waiting.delete(item.id);
    const isWorthIt = item.missing.some(({ untilMs, error }) => untilMs > clock.now() && error.code === 'result.lost');
    if (!isWorthIt || ending.signal.aborted) return;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
    const cancel = clock.after(waitMs, () => {
      void fetchInTurn(item.id)
        .then((fetched) => schedule(fetched.ok ? fetched.data.item : item, failures + 1))
        .catch(onBug);
    });
    waiting.set(item.id, cancel);
  }

  async function readAgain(id: string): Promise<Result<ReplyOutcome, AppError>> {
    const found = await find(id);
    if (!found.ok) return found;
    const item = found.data;
    const media = await library.media(item.mediaId);
    const known = await jobs.find(jobIdOfReply(id));
    const job = known ?? unknownJob(item);
    if (!media || !job || !isJobOver(job.state)) return fail(appError('item.not_found'));
    await putBack(media.path, job.id, parts.media);
    await jobs.settleAgain(await beginAgain(job, item, library));
    const [after, settled] = [await find(id), await jobs.find(job.id)];
    parts.onLibraryChanged([id]);
    if (!after.ok) return after;
    schedule(after.data, 0);
    return ok({ item: after.data, madeIds: settled?.itemIds.filter((made) => !job.itemIds.includes(made)) ?? [] });
  }

  return {
    fetch,
    async allowOrigin(id, index) {
      const found = await find(id);
      if (!found.ok) return found;
      const missing = found.data.missing.find((one) => one.index === index);
      if (!missing || found.data.asked?.kind !== 'edit') return fail(appError('item.not_found'));
      const { connectionId } = found.data.asked.request;
      const target = await connections.target(connectionId);
      if (!target.ok) return target;
      const origin = allowableOrigin(missing.url, target.data.baseUrl);
      if (origin === undefined) return fail(missing.error);
      if (!(await parts.askOrigin(target.data.connectionName, origin))) return ok({ item: found.data, madeIds: [] });
      const allowed = connections.allowOrigin(connectionId, origin);
      if (!allowed.ok) return allowed;
      parts.onAllowed();
      return fetch(id);
    },
    readAgain: (id) => inTurn(id, () => settleWrites(() => readAgain(id))),
    async begin() {
      try {
        for (let beforeId: string | null = null, hasMore = true; hasMore; ) {
          const page: Awaited<ReturnType<Library['list']>> = await library.list({
            search: '',
            kind: 'reply',
            beforeId,
            limit: PAGE_ITEMS,
          });
          for (const item of page.items) if (item.kind === 'reply') schedule(item, 0);
          beforeId = page.items.at(-1)?.id ?? null;
          hasMore = page.hasMore && beforeId !== null;
        }
      } catch (error) {
        onBug(error);
      }
    },
    watch(id) {
      if (waiting.has(id) || busy.has(id)) return;
      void find(id)
        .then((found) => found.ok && schedule(found.data, 0))
        .catch(onBug);
    },
    stop() {
      ending.abort();
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
    },
  };
}

/** A failing disk is returned as an error. */
async function settleWrites<T>(work: () => Promise<Result<T, AppError>>): Promise<Result<T, AppError>> {
  const done = await whileWriting(work);
  return done.ok ? done.data : done;
}

/** Copies a stored reply into the incoming file of its job, which is whole or absent. @throws the disk's error. */
async function putBack(stored: string, jobId: string, { incomingPath }: MediaStore): Promise<void> {
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

/** A job with one more result. */
function withResult(job: JobRecord, itemId: string, result: EditArrival['results'][number]): JobRecord {
  if (job.kind !== 'edit') return job;
  const failures = job.failures.filter(({ index }) => index !== result.index);
  const others = job.arrival?.results.filter(({ index }) => index !== result.index) ?? [];
  const arrival = job.arrival && { ...job.arrival, results: [...others, result] };
  const itemIds = [...new Set([...job.itemIds, itemId])];
  // As when the reply arrived: a result justifies the request, and the first failure that is left is its error.
  const isMended = job.error !== null && isFetchable(job.error);
  const left = failures[0]?.error ?? null;
  return { ...job, arrival, failures, itemIds, ...(isMended && { state: 'done', error: left }) };
}

/** A job one of whose results failed for another reason. */
function withFailure(job: JobRecord, at: number, error: AppError): JobRecord {
  if (job.kind !== 'edit') return job;
  const failures = job.failures.map((failure) => (failure.index === at ? { ...failure, error } : failure));
  const isOfResult = job.error !== null && isFetchable(job.error);
  return { ...job, failures, error: isOfResult ? (failures[0]?.error ?? job.error) : job.error };
}

function withOutcome(item: ReplyItem, index: number, error: AppError | undefined): ReplyItem {
  const missing = item.missing.flatMap((one) => {
    if (one.index !== index) return [one];
    return error ? [{ ...one, error }] : [];
  });
  return { ...item, missing };
}

/** A job of which only the reply is left. */
function unknownJob({ id, asked, createdAtMs }: ReplyItem): JobRecord | undefined {
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
async function beginAgain(job: JobRecord, item: ReplyItem, library: Library): Promise<JobRecord> {
  const { connectionName, connectionOrigin, model, reply } = item;
  const facts = {
    ...UNKNOWN_FACTS,
    connectionName,
    connectionOrigin,
    model,
    ...(reply && { status: reply.status, contentType: reply.contentType, contentEncoding: reply.contentEncoding }),
    ended: { cutReason: reply?.cutReason ?? null },
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
