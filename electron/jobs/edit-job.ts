// Runs an edit job from sending to its library items, one for each returned picture. Every step is persisted before the
// next begins.

import type { EditRequest } from '../../shared/contract/images.ts';
import type { EditItem } from '../../shared/contract/library.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Library } from '../library/library.ts';
import type { IncomingPicture, PictureImport } from '../library/picture-import.ts';
import type { UsageCounter } from '../library/usage.ts';
import type { PictureToSend } from '../relay/edit-body.ts';
import type { RelayHttp } from '../relay/http.ts';
import { type EditFiles, type EditOutcome, requestEdit } from '../relay/images.ts';
import { recordExchanges } from '../relay/recording/record-exchanges.ts';
import type { Connections, Target } from '../settings/connections.ts';
import { endOf, type JobHandle, type JobKind, withoutCost } from './job-handle.ts';
import type { EditRecord } from './job-store.ts';
import { titleOf } from './title.ts';

type EditHandle = JobHandle<EditRecord>;

/** What an edit job needs. */
export type EditJobTools = {
  http: RelayHttp;
  connections: Pick<Connections, 'target'>;
  library: Library;
  pictures: PictureImport;
  usage: Pick<UsageCounter, 'countSent' | 'countReceived'>;
  onLibraryChanged: (itemId: string) => void;
};

/** The job kind for edits: each job sends one request and receives one or more pictures. */
export function editJobs(tools: EditJobTools): JobKind<EditRecord> {
  return {
    initial: { failures: [] },
    hasResults: ({ arrival }) => arrival !== null && arrival.results.length > 0,
    run: (job) => runEditJob(job, tools),
    settle: (job) => settleInterruptedJob(job, tools),
  };
}

async function runEditJob(job: EditHandle, tools: EditJobTools): Promise<void> {
  const { request, connectionId } = job.current();
  const target = await tools.connections.target(connectionId, job.signal);
  // Cancelled while it waited for the key: the queue ends a job that was not sent.
  if (job.signal.aborted) return;
  if (!target.ok) return job.fail(target.error);
  const files = findFiles(request, tools.library);
  if (!files.ok) return job.update(endOf(files.error));
  const { baseUrl, key, models, dialect, connectionName } = target.data;
  job.update({ state: 'sending' });
  const http = recordExchanges(tools.http, key, job.record);
  const reply = await requestEdit(http, { baseUrl, key, model: models.image, dialect }, request, files.data, {
    signal: job.signal,
    onSent: (sentBytes) => {
      job.update({ sentAtMs: Date.now() });
      tools.usage.countSent({ id: connectionId, name: connectionName }, sentBytes);
    },
    onReceiving: () =>
      job.update({
        state: 'receiving',
        arrival: { connectionName, model: models.image, relayCreatedS: null, generatedCount: null, results: [] },
      }),
    openFile: tools.pictures.receive,
    async onPreview(file) {
      const preview = await file.keep();
      if (preview.ok) job.update({ previewMediaId: preview.data.mediaId });
    },
  });
  if (job.isAppEnding()) return;
  if (reply.ok) return await save(job, tools, reply.data, target.data);
  if (reply.error === 'cancelled') return job.update({ state: 'cancelled', endedAtMs: Date.now() });
  job.fail(withoutCost(reply.error, target.data));
}

/** Pictures that were stored become items; if the reply had not ended, the outcome is "unknown, maybe billed". */
async function settleInterruptedJob(job: EditHandle, tools: EditJobTools): Promise<void> {
  const { state, arrival, sentAtMs } = job.current();
  if (state === 'sending' && sentAtMs === null) return job.update({ state: 'queued' });
  const hasResults = arrival !== null && arrival.results.length > 0;
  const error = state === 'saving' ? job.current().error : appError('outcome.interrupted');
  return hasResults ? addItems(job, tools, error) : job.update(endOf(appError('outcome.interrupted')));
}

/**
 * Stores the pictures of a reply. A failed picture is reported in the job's `failures`; the others are stored all the
 * same.
 */
async function save(
  job: EditHandle,
  tools: EditJobTools,
  reply: EditOutcome<IncomingPicture>,
  target: Pick<Target, 'isPractice'>,
): Promise<void> {
  for (const { index, revisedPrompt, outcome } of reply.pictures) {
    const stored = outcome.ok ? await outcome.data.keep() : outcome;
    const { arrival } = job.current();
    if (stored.ok && arrival) {
      const results = [...arrival.results, { index, revisedPrompt, picture: stored.data }];
      const { createdS: relayCreatedS, generatedCount } = reply;
      job.update({ arrival: { ...arrival, relayCreatedS, generatedCount, results } });
    } else if (!stored.ok) {
      const { code, details } = stored.error;
      // A picture that the disk did not take was made, and is billed.
      const unstored = outcome.ok ? withoutCost({ ...stored.error, billed: 'yes' }, target) : stored.error;
      const error = code === 'picture.unusable' ? appError('reply.unreadable', details) : unstored;
      job.update({ failures: [...job.current().failures, { index, error }] });
    }
  }
  countReceived(job.current(), tools);
  const error = reply.error ?? job.current().failures[0]?.error ?? null;
  if (job.current().arrival?.results.length === 0) return job.update(endOf(error ?? appError('reply.empty')));
  job.update({ state: 'saving', error });
  await addItems(job, tools, error);
}

function countReceived({ connectionId, arrival }: EditRecord, { usage }: EditJobTools): void {
  const sizes = arrival?.results.map(({ picture }) => picture.sizeBytes) ?? [];
  const receivedBytes = sizes.reduce((sum, sizeBytes) => sum + sizeBytes, 0);
  usage.countReceived({ id: connectionId, name: arrival?.connectionName ?? '' }, receivedBytes, sizes.length);
}

/** Adds the stored pictures to the library; the last one ends the job in the same transaction. */
async function addItems(job: EditHandle, tools: EditJobTools, error: AppError | null): Promise<void> {
  const items = describeItems(job.current());
  const itemIds = items.map(({ id }) => id);
  // Complete pictures justify the request: the failure of another picture does not make the job a failure.
  const end = error?.code === 'outcome.interrupted' ? endOf(error) : { ...endOf(null), error };
  for (const [index, item] of items.entries()) {
    const isLast = index === items.length - 1;
    await tools.library.add(item, () => isLast && job.update({ ...end, itemIds }));
    tools.onLibraryChanged(item.id);
  }
}

/** The id of the job that made an item. */
export function jobIdOf({ id, resultIndex }: EditItem): string {
  return id.slice(0, -`-${resultIndex}`.length);
}

function describeItems({ id, request, arrival, createdAtMs }: EditRecord): EditItem[] {
  return (arrival?.results ?? []).map(({ index, revisedPrompt, picture }) => ({
    // Derived from the job's id, so that settling a job twice makes each item once.
    id: `${id}-${index}`,
    kind: 'edit',
    title: titleOf(request.prompt),
    createdAtMs,
    connectionName: arrival?.connectionName ?? '',
    model: arrival?.model ?? '',
    raw: picture,
    protected: null,
    used: null,
    revisedPrompt,
    resultIndex: index,
    relayCreatedS: arrival?.relayCreatedS ?? null,
    generatedCount: arrival?.generatedCount ?? null,
    request,
  }));
}

function findFiles({ pictures, mask }: EditRequest, library: Library): Result<EditFiles, AppError> {
  const found: PictureToSend[] = [];
  const annotated = mask?.annotatedMediaId ?? null;
  const files = [...pictures, ...(annotated === null ? [] : [{ kind: 'media' as const, wireMediaId: annotated }])];
  for (const picture of files) {
    if (picture.kind === 'address') {
      found.push(picture);
      continue;
    }
    const media = library.media(picture.wireMediaId);
    if (!media) return fail(appError('item.not_found'));
    found.push({ kind: 'file', path: media.path, mime: media.mime, extension: media.extension });
  }
  const maskId = mask?.wireMediaId ?? null;
  const maskMedia = maskId === null ? undefined : library.media(maskId);
  if (maskId !== null && !maskMedia) return fail(appError('item.not_found'));
  return ok({ pictures: found, mask: maskMedia ? { path: maskMedia.path } : null });
}
