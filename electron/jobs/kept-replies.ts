// What can still be made of replies that were kept: results that could not be fetched are fetched again, by the app
// itself as long as their addresses may work, relays are asked for what was not finished, and stored bytes are read
// again. Nothing is sent that could be billed.

import { isJobOver } from '../../shared/app/job-states.ts';
import type { MissingResult, ReplyItem } from '../../shared/contract/library.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { whileWriting } from '../files.ts';
import type { Library } from '../library/library.ts';
import type { MediaStore } from '../library/media-store.ts';
import type { IncomingPicture, PictureImport } from '../library/picture-import.ts';
import { askTask } from '../relay/ask-task.ts';
import { fetchResult } from '../relay/fetch-result.ts';
import type { RelayHttp } from '../relay/http.ts';
import { editAddress } from '../relay/images.ts';
import type { Connections } from '../settings/connections.ts';
import type { Clock } from './clock.ts';
import { describeItem, resultItemId } from './edit-job.ts';
import type { JobQueue } from './job-queue.ts';
import type { EditArrival, JobRecord } from './job-record.ts';
import { discardReply, isFetchable, jobIdOfReply } from './kept-reply.ts';
import { beginAgain, putBack, unknownJob } from './read-again.ts';

/** What is needed. */
export type KeptRepliesDeps = {
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

/** A reply, and its job, which has ended. */
type KeptJob = { item: ReplyItem; job: JobRecord };

/** Operations on kept replies. */
export type KeptReplies = {
  fetch: (id: string) => Promise<Result<ReplyOutcome, AppError>>;
  /** Asks the person, and fetches if allowed. An origin inside the network can never be allowed. */
  allowOrigin: (id: string, index: number) => Promise<Result<ReplyOutcome, AppError>>;
  /** Asks the relay for the result of a request that it had taken but not finished; never by itself. */
  ask: (id: string) => Promise<Result<ReplyOutcome, AppError>>;
  /** Reads the stored bytes again. */
  readAgain: (id: string) => Promise<Result<ReplyOutcome, AppError>>;
  /** Begins to fetch what earlier runs could not. Never rejects. */
  begin: () => Promise<void>;
  /** Looks whether a reply that has been kept has results to fetch. */
  watch: (id: string) => void;
  stop: () => void;
};

const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = 60 * 60 * 1000;
const PAGE_ITEMS = 200;

/** Creates the operations on kept replies. */
export function createKeptReplies(deps: KeptRepliesDeps): KeptReplies {
  const { http, library, pictures, jobs, connections, clock, onBug } = deps;
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
      const place = { askedUrl: editAddress({ baseUrl }), key, allowedOrigins };
      const fetched = await fetchResult(http, missing.url, place, reader);
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
      deps.onLibraryChanged([made.id]);
      return undefined;
    } finally {
      for (const file of opened) await file.discard();
    }
  }

  async function fetchAll(id: string): Promise<Result<ReplyOutcome, AppError>> {
    const found = await find(id);
    if (!found.ok) return found;
    // Sound is fetched when its reply is read.
    if (found.data.asked?.kind === 'speech') return fetchSound(found.data);
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
    deps.onLibraryChanged([id]);
    return ok({ item: after.data, madeIds });
  }

  async function fetchSound(item: ReplyItem): Promise<Result<ReplyOutcome, AppError>> {
    if (item.missing.length === 0) return ok({ item, madeIds: [] });
    const read = await readAgain(item.id);
    if (!read.ok || read.data.madeIds.length === 0) return read;
    await library.change(item.id, (now) => (now.kind === 'reply' ? { ...now, missing: [] } : undefined));
    return ok({ ...read.data, item: { ...read.data.item, missing: [] } });
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
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS);
    const cancel = clock.after(waitMs, () => {
      void fetchInTurn(item.id)
        .then((fetched) => schedule(fetched.ok ? fetched.data.item : item, failures + 1))
        .catch(onBug);
    });
    waiting.set(item.id, cancel);
  }

  async function readAgain(id: string): Promise<Result<ReplyOutcome, AppError>> {
    const found = await findJob(id);
    if (!found.ok) return found;
    const media = await library.media(found.data.item.mediaId);
    return media ? readInstead(found.data, media.path) : fail(appError('item.not_found'));
  }

  async function findJob(id: string): Promise<Result<KeptJob, AppError>> {
    const found = await find(id);
    if (!found.ok) return found;
    const job = (await jobs.find(jobIdOfReply(id))) ?? unknownJob(found.data);
    return job && isJobOver(job.state) ? ok({ item: found.data, job }) : fail(appError('item.not_found'));
  }

  /** Reads the bytes of a file as the reply of a job. */
  async function readInstead({ item, job }: KeptJob, file: string): Promise<Result<ReplyOutcome, AppError>> {
    await putBack(file, job.id, deps.media);
    await jobs.settleAgain(await beginAgain(job, item, library));
    const [after, settled] = [await find(item.id), await jobs.find(job.id)];
    deps.onLibraryChanged([item.id]);
    if (!after.ok) return after;
    schedule(after.data, 0);
    return ok({ item: after.data, madeIds: settled?.itemIds.filter((made) => !job.itemIds.includes(made)) ?? [] });
  }

  async function ask(id: string): Promise<Result<ReplyOutcome, AppError>> {
    const found = await findJob(id);
    if (!found.ok) return found;
    const { item, job } = found.data;
    const url = item.error?.details.taskUrl;
    if (item.asked === null || typeof url !== 'string') return fail(appError('item.not_found'));
    const target = await connections.target(item.asked.request.connectionId, ending.signal);
    if (!target.ok) return target;
    const ticket = `${job.id}-asked`;
    const file = deps.media.receive(ticket, ending.signal);
    try {
      const asked = await askTask(http, url, target.data, file.write, ending.signal);
      await file.close();
      if (!asked.ok) return asked;
      if (asked.data === 'pending') return ok({ item, madeIds: [] });
      const reply = { ...asked.data, cutReason: null };
      const read = await readInstead({ item: { ...item, reply }, job }, deps.media.incomingPath(ticket));
      return read.ok && read.data.item.error?.code === 'outcome.accepted' ? await stillAccepted(item, read.data) : read;
    } finally {
      await file.abandon();
      await discardReply(ticket, deps.media);
    }
  }

  /** A task that is still not finished keeps the address by which it can be asked for. */
  async function stillAccepted({ error }: ReplyItem, read: ReplyOutcome): Promise<Result<ReplyOutcome, AppError>> {
    const withTask = (now: AppError | null): AppError | null =>
      now?.code === 'outcome.accepted' ? { ...now, details: { ...error?.details, ...now.details } } : now;
    const { id } = read.item;
    await library.change(id, (item) => (item.kind === 'reply' ? { ...item, error: withTask(item.error) } : undefined));
    await jobs.amend(jobIdOfReply(id), (job) => ({ ...job, error: withTask(job.error) }));
    const after = await find(id);
    return after.ok ? ok({ ...read, item: after.data }) : after;
  }

  return {
    fetch,
    async allowOrigin(id, index) {
      const found = await find(id);
      if (!found.ok) return found;
      const missing = found.data.missing.find((one) => one.index === index);
      if (!missing || found.data.asked === null) return fail(appError('item.not_found'));
      const { connectionId } = found.data.asked.request;
      const target = await connections.target(connectionId);
      if (!target.ok) return target;
      const { refusedOrigin: origin, canAllow } = missing.error.details;
      if (canAllow !== true || typeof origin !== 'string') return fail(missing.error);
      if (!(await deps.askOrigin(target.data.connectionName, origin))) return ok({ item: found.data, madeIds: [] });
      const allowed = connections.allowOrigin(connectionId, origin);
      if (!allowed.ok) return allowed;
      deps.onAllowed();
      return fetch(id);
    },
    ask: (id) => inTurn(id, () => settleWrites(() => ask(id))),
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
