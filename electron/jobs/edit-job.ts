// Runs an edit job from sending to its library items, one for each returned picture. Every step is persisted before the
// next begins. The reply is stored as it arrives; its pictures are made from those bytes, again if that was interrupted.

import path from 'node:path';
import { billedBy } from '../../shared/connection/prices.ts';
import type { EditRequest } from '../../shared/contract/images.ts';
import type { EditItem, MissingResult } from '../../shared/contract/library.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { maxResultBytes } from '../../shared/images/size.ts';
import { NOTHING_KEPT } from '../../shared/library/kept.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { titleOf } from '../../shared/text/title.ts';
import { storageErrorCode, whileWriting } from '../files.ts';
import type { Library } from '../library/library.ts';
import { presenceOf } from '../library/media-presence.ts';
import type { MediaStore } from '../library/media-store.ts';
import { missingError } from '../library/missing-media.ts';
import type { IncomingPicture, PictureImport } from '../library/picture-import.ts';
import { addressEndMs } from '../relay/download.ts';
import type { PictureToSend } from '../relay/edit-body.ts';
import type { RelayHttp } from '../relay/http.ts';
import { type EditFiles, type EditOutcome, type EditReader, requestEdit, rereadEdit } from '../relay/images.ts';
import { recordExchanges } from '../relay/recording/record-exchanges.ts';
import type { Connections } from '../settings/connections.ts';
import { originOf } from '../settings/targets.ts';
import type { StorageMonitor } from '../storage-health.ts';
import { cancelledEnd, endOf, type JobHandle, type JobKind, withoutCost } from './job-handle.ts';
import type { EditArrival, EditRecord } from './job-record.ts';
import {
  describeReply,
  isFetchable,
  keepReply,
  openSpool,
  storedReply,
  trashReply,
  UNKNOWN_FACTS,
} from './kept-reply.ts';
import type { UsageCounter } from './usage-counter.ts';

type EditHandle = JobHandle<EditRecord>;
type PictureReader = EditReader<IncomingPicture>;

/** What an edit job needs. */
export type EditJobTools = {
  http: RelayHttp;
  connections: Pick<Connections, 'target'>;
  media: MediaStore;
  library: Library;
  disk: Pick<StorageMonitor, 'reserve'>;
  pictures: PictureImport;
  usage: UsageCounter;
  onLibraryChanged: (itemId: string) => void;
  onReplyKept: (itemId: string) => void;
  /** Keeps or discards the reply of a job that has ended, as soon as its pictures are decoded. */
  settleReply: (jobId: string) => Promise<void>;
  onBug: (error: unknown) => void;
  /** Waits before a result is fetched again while its job runs, in milliseconds; the relay client's own by default. */
  fetchAgainMs?: readonly number[];
};

/** The job kind for edits: each job sends one request and receives one or more pictures. */
export function editJobs(tools: EditJobTools): JobKind<EditRecord> {
  return {
    initial: { failures: [] },
    hasArrived: ({ arrival }) => arrival !== null,
    hasResults: ({ arrival }) => arrival !== null && arrival.results.length > 0,
    run: (job) => withPictures(job, tools, runEditJob),
    settle: (job) => withPictures(job, tools, settleInterruptedJob),
  };
}

async function runEditJob(job: EditHandle, tools: EditJobTools, reader: PictureReader): Promise<void> {
  const { request, connectionId } = job.current();
  const target = await tools.connections.target(connectionId, job.signal);
  // Cancelled while it waited for the key: the queue ends a job that was not sent.
  if (job.signal.aborted) return;
  if (!target.ok) return job.fail(target.error);
  const files = await findFiles(request, tools.library);
  if (!files.ok) return job.update(endOf(files.error));
  const room = await tools.disk.reserve(maxResultBytes(request.options));
  if (!room.ok) return job.fail(room.error);
  using _room = room.data;
  const { key, models, connectionName } = target.data;
  await job.enter('sending');
  const spool = openSpool(job, tools.media, (facts) => {
    const arrival = job.current().arrival ?? beginArrival(connectionName, originOf(target.data), models.image);
    job.update({ state: 'receiving', arrival: { ...arrival, ...facts } });
  });
  const http = recordExchanges(tools.http, key, job.recorder());
  const reply = await requestEdit(http, { ...target.data, model: models.image }, request, files.data, {
    ...reader,
    ...spool,
    onSent: (sentBytes) => {
      job.update({ sentAtMs: Date.now() });
      tools.usage.countSent({ id: connectionId, name: connectionName }, sentBytes);
    },
  }).catch(async (error: unknown) => {
    // What has arrived is read again from its file.
    await spool.close().catch(() => undefined);
    throw error;
  });
  if (reply.ok || reply.error === 'cancelled' || reply.error.billed !== 'no')
    tools.usage.countBilled(connectionId, billedBy({ kind: 'edit', request }));
  await spool.close();
  if (job.isAppEnding()) return;
  if (reply.ok) return await save(job, tools, reply.data, reply.data.error, key);
  const error = reply.error === 'cancelled' ? null : withoutCost(reply.error, target.data);
  // Before the job's end, because the job may be sent again at once.
  await keepRest(job, tools, { error, key });
  if (error) job.fail(error);
  else job.update(cancelledEnd(job.current()));
}

/** Makes an item of the reply itself, because its pictures are not all of it. */
async function keepRest(
  job: EditHandle,
  tools: EditJobTools,
  { error, key, missing = [] }: { error: AppError | null; key: string; missing?: MissingResult[] },
): Promise<void> {
  const replyId = await keepReply(job.current().id, describeReply(job.current(), error, missing), key, tools);
  if (replyId !== undefined) job.update({ replyId });
}

/**
 * Runs `work` with the means to read the pictures of a reply: those stored already are left out, previews are shown if
 * the disk allows. Files of pictures that were not kept are removed in the end; the reply's own bytes stay.
 */
async function withPictures(
  job: EditHandle,
  tools: EditJobTools,
  work: (job: EditHandle, tools: EditJobTools, reader: PictureReader) => Promise<void>,
): Promise<void> {
  const opened: IncomingPicture[] = [];
  try {
    await work(job, tools, {
      signal: job.signal,
      askedCount: job.current().request.options.variations ?? 1,
      ...(tools.fetchAgainMs && { fetchAgainMs: tools.fetchAgainMs }),
      onBug: tools.onBug,
      isStored: (index) => job.current().arrival?.results.some((result) => result.index === index) ?? false,
      async openFile() {
        const file = tools.pictures.receive(job.signal);
        opened.push(file);
        return file;
      },
      async onPreview(file) {
        const preview = await whileWriting(file.keep);
        if (preview.ok && preview.data.ok) job.update({ previewMediaId: preview.data.data.mediaId });
      },
    });
  } finally {
    for (const file of opened) await file.discard();
  }
}

/**
 * The stored reply is read again, and its complete pictures become items; if the reply had not ended, the outcome is
 * "unknown, maybe billed".
 */
async function settleInterruptedJob(job: EditHandle, tools: EditJobTools, reader: PictureReader): Promise<void> {
  const { id, connectionId, state, arrival: begun, error } = job.current();
  if (!tools.media.hasIncoming(id)) {
    const interrupted = appError('outcome.interrupted');
    return begun
      ? await saveStored(job, tools, { error: state === 'saving' ? error : interrupted, key: '' })
      : job.update(endOf(interrupted));
  }
  // Without its connection, pictures are fetched from public addresses only.
  const found = await tools.connections.target(connectionId, job.signal);
  const unknown = { baseUrl: '', key: '', connectionName: '', allowedOrigins: [] };
  const { baseUrl, key, connectionName, allowedOrigins } = found.ok ? found.data : unknown;
  // The first bytes can be on disk before the job says so.
  const arrival = begun ?? beginArrival(connectionName, '', found.ok ? found.data.models.image : '');
  if (!begun) job.update({ arrival });
  const reply = await rereadEdit(
    tools.http,
    storedReply(id, arrival, tools.media),
    { baseUrl, key, allowedOrigins },
    reader,
  );
  if (job.isAppEnding()) return;
  const interrupted = arrival.ended ? null : appError('outcome.interrupted');
  if (reply.ok) return await save(job, tools, reply.data, interrupted ?? reply.data.error, key);
  const failure = reply.error === 'cancelled' ? null : (interrupted ?? reply.error);
  await keepRest(job, tools, { error: failure, key });
  job.update(failure ? endOf(failure) : cancelledEnd(job.current()));
}

function beginArrival(connectionName: string, connectionOrigin: string, model: string): EditArrival {
  const nothing = { relayCreatedS: null, generatedCount: null, ended: null, results: [] };
  return { ...UNKNOWN_FACTS, ...nothing, connectionName, connectionOrigin, model };
}

/**
 * Stores the pictures of a reply, beside those stored already. A failed picture is reported in the job's `failures`;
 * the others are stored all the same. @param error what went wrong beside the pictures.
 */
async function save(
  job: EditHandle,
  tools: EditJobTools,
  reply: EditOutcome<IncomingPicture>,
  replyError: AppError | null,
  key: string,
): Promise<void> {
  const { createdS: relayCreatedS, generatedCount } = reply;
  const { arrival: begun } = job.current();
  job.update({ failures: [], arrival: begun && { ...begun, relayCreatedS, generatedCount } });
  const missing: MissingResult[] = [];
  for (const { index, revisedPrompt, outcome } of reply.pictures) {
    const stored = outcome.ok ? await keepPicture(outcome.data, tools) : outcome;
    const { arrival } = job.current();
    if (stored.ok && arrival) {
      const results = [...arrival.results, { index, revisedPrompt, picture: stored.data }];
      job.update({ arrival: { ...arrival, results } });
    } else if (!stored.ok) {
      const { code, details } = stored.error;
      const error = code === 'picture.unusable' ? appError('reply.unreadable', details) : stored.error;
      job.update({ failures: [...job.current().failures, { index, error }] });
      const { url } = details;
      if (isFetchable(error) && typeof url === 'string')
        missing.push({ index, url, revisedPrompt, error, untilMs: addressEndMs(url, Date.now()) });
    }
  }
  const error = replyError ?? job.current().failures[0]?.error ?? null;
  await saveStored(job, tools, { error, key, missing });
}

/** Stores one picture. A bug that it brings out is the failure of this picture only. @throws the disk's error. */
async function keepPicture(picture: IncomingPicture, { onBug }: EditJobTools): ReturnType<IncomingPicture['keep']> {
  try {
    return await picture.keep();
  } catch (error) {
    if (storageErrorCode(error) !== undefined) throw error;
    onBug(error);
    // The bytes stay in the reply, which is kept.
    return fail(appError('reply.unreadable', { problem: 'bug' }));
  }
}

/** Makes items of the pictures stored so far, and of the reply itself if something went wrong; ends the job. */
async function saveStored(
  job: EditHandle,
  tools: EditJobTools,
  read: { error: AppError | null; key: string; missing?: MissingResult[] },
): Promise<void> {
  const { error } = read;
  const hasPictures = job.current().arrival?.results.length !== 0;
  if (hasPictures) await job.enter('saving', { error });
  // Fewer pictures than expected are all of the reply.
  if (error && error.code !== 'reply.fewer') await keepRest(job, tools, read);
  else await trashReply(job.current().replyId, tools);
  if (hasPictures) {
    const before = await tools.library.getAll(describeItems(job.current()).map(({ id }) => id));
    await addItems(job, tools, error);
    countReceived(job.current(), before, tools);
  } else job.update(endOf(error ?? appError('reply.empty')));
  await tools.settleReply(job.current().id);
}

/** Counts the pictures of a reply. @param before those that were items, and counted, already. */
function countReceived(job: EditRecord, before: readonly { id: string }[], { usage }: EditJobTools): void {
  const { connectionId, arrival } = job;
  const made = describeItems(job).filter(({ id }) => !before.some((item) => item.id === id));
  const sizes = made.map(({ raw }) => raw.sizeBytes);
  const receivedBytes = sizes.reduce((sum, sizeBytes) => sum + sizeBytes, 0);
  usage.countReceived({ id: connectionId, name: arrival?.connectionName ?? '' }, receivedBytes, sizes.length);
}

/** Adds the stored pictures to the library; the last one ends the job in the same transaction. */
async function addItems(job: EditHandle, tools: EditJobTools, error: AppError | null): Promise<void> {
  const items = describeItems(job.current());
  const itemIds = items.map(({ id }) => id);
  // Complete pictures justify the request: the failure of another picture does not make the job a failure.
  const end =
    error?.code === 'outcome.interrupted' ? endOf(error) : { ...endOf(null), error, ...(!error && { replyId: null }) };
  for (const [index, item] of items.entries()) {
    const isLast = index === items.length - 1;
    if (isLast) await job.endWith({ ...end, itemIds }, (ended) => tools.library.add(item, ended));
    else await tools.library.add(item);
    tools.onLibraryChanged(item.id);
  }
}

/** The id of the item of one result: derived from the job's id, so that settling a job twice makes each item once. */
export function resultItemId(jobId: string, index: number): string {
  return `${jobId}-${index}`;
}

/** The id of the job that made the item of a result. */
export function jobIdOfResult(itemId: string): string {
  return itemId.slice(0, itemId.lastIndexOf('-'));
}

function describeItems(job: EditRecord): EditItem[] {
  return (job.arrival?.results ?? []).map((result) => describeItem(job, job.arrival, result));
}

/** The item of one picture of a reply. @param arrival what is known of the reply. */
export function describeItem(
  { id, request, createdAtMs }: Pick<EditRecord, 'id' | 'request' | 'createdAtMs'>,
  arrival: Pick<
    EditArrival,
    'connectionName' | 'connectionOrigin' | 'model' | 'relayCreatedS' | 'generatedCount'
  > | null,
  { index, revisedPrompt, picture }: EditArrival['results'][number],
): EditItem {
  return {
    id: resultItemId(id, index),
    kind: 'edit',
    title: titleOf(request.prompt),
    createdAtMs,
    connectionName: arrival?.connectionName ?? '',
    connectionOrigin: arrival?.connectionOrigin ?? '',
    ...NOTHING_KEPT,
    model: arrival?.model ?? '',
    raw: picture,
    protected: null,
    changedRatio: null,
    used: null,
    revisedPrompt,
    resultIndex: index,
    relayCreatedS: arrival?.relayCreatedS ?? null,
    generatedCount: arrival?.generatedCount ?? null,
    request,
  };
}

async function findFiles({ pictures, mask }: EditRequest, library: Library): Promise<Result<EditFiles, AppError>> {
  const found: PictureToSend[] = [];
  const annotated = mask?.annotatedMediaId ?? null;
  const files = [...pictures, ...(annotated === null ? [] : [{ kind: 'media' as const, wireMediaId: annotated }])];
  for (const picture of files) {
    if (picture.kind === 'address') {
      found.push(picture);
      continue;
    }
    const media = await library.media(picture.wireMediaId);
    if (!media) return fail(appError('item.not_found'));
    if ((await presenceOf(media)) !== 'present') return fail(missingError(media, path.basename(media.path)));
    found.push({ kind: 'file', path: media.path, mime: media.mime, extension: media.extension });
  }
  const maskId = mask?.wireMediaId ?? null;
  const maskMedia = maskId === null ? undefined : await library.media(maskId);
  if (maskId !== null && !maskMedia) return fail(appError('item.not_found'));
  if (maskMedia && (await presenceOf(maskMedia)) !== 'present')
    return fail(missingError(maskMedia, path.basename(maskMedia.path)));
  return ok({ pictures: found, mask: maskMedia ? { path: maskMedia.path } : null });
}
