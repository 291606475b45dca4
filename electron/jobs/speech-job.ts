// One speech job from sending to its library item. Every step is persisted before the next begins.

import type { LibraryItem } from '../../shared/contract/library.ts';
import type { SpeechChunk } from '../../shared/contract/speech.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { audioExtension, audioMime } from '../../shared/speech/formats.ts';
import { measureAudio } from '../library/audio-facts.ts';
import type { Library } from '../library/library.ts';
import type { IncomingFile, MediaStore } from '../library/media-store.ts';
import type { RelayHttp } from '../relay/http.ts';
import { requestSpeech, type SpeechFailure } from '../relay/speech.ts';
import type { Connections, Target } from '../settings/connections.ts';
import type { Arrival, JobRecord } from './job-store.ts';

const MAX_CHUNK_BYTES = 64 * 1024;
const TITLE_LENGTH = 80;

/** What a speech job works with. */
export type SpeechJobTools = {
  http: RelayHttp;
  connections: Connections;
  media: MediaStore;
  library: Library;
  onChunk: (chunk: SpeechChunk) => void;
  onLibraryChanged: (itemId: string) => void;
};

/** A job being worked on: its record now, and how to change it. `update` persists; `progress` only tells. */
export type JobHandle = {
  current: () => JobRecord;
  update: (change: Partial<JobRecord>) => void;
  progress: (receivedBytes: number) => void;
  signal: AbortSignal;
  /** The app is ending: what arrived stays for the next start to settle. */
  isAppEnding: () => boolean;
};

/** Runs a queued job to its end. Expected failures end up in the job; only bugs throw. */
export async function runSpeechJob(job: JobHandle, tools: SpeechJobTools): Promise<void> {
  const { request, connectionId, id } = job.current();
  const target = await tools.connections.target(connectionId);
  if (!target.ok) return end(job, target.error);
  const { baseUrl, key, models, dialect } = target.data;

  let file: IncomingFile | undefined;
  let receivedBytes = 0;
  let chunkIndex = 0;
  job.update({ state: 'sending' });
  try {
    const reply = await requestSpeech(tools.http, { baseUrl, key, model: models.speech, dialect }, request, {
      signal: job.signal,
      onSent: () => job.update({ sentAtMs: Date.now() }),
      async onAudio(bytes, format) {
        if (!file) {
          file = await tools.media.receive(id);
          job.update({ state: 'receiving', arrival: beginArrival(format, target.data) });
        }
        for (let start = 0; start < bytes.length; start += MAX_CHUNK_BYTES) {
          const part = bytes.slice(start, start + MAX_CHUNK_BYTES);
          tools.onChunk({ jobId: id, index: chunkIndex++, format, pcmRateHz: dialect.pcmRateHz, bytes: part });
        }
        await file.write(bytes);
        receivedBytes += bytes.length;
        job.progress(receivedBytes);
      },
    });
    await file?.close();
    if (job.isAppEnding()) return;
    if (reply.ok) return await save(job, tools, true, null);
    if (reply.error === 'cancelled') {
      await tools.media.discardIncoming(id);
      return job.update({ state: 'cancelled', endedAtMs: Date.now() });
    }
    const error = withoutCost(reply.error, target.data);
    return file ? await save(job, tools, false, error) : end(job, error);
  } catch (error) {
    if (!isFileError(error)) throw error;
    const failure: AppError = {
      ...appError('storage.failed', { reason: error.code }),
      billed: receivedBytes > 0 ? 'yes' : 'no',
    };
    await file?.close().catch(() => undefined);
    // What was written before the disk failed is worth keeping; when even that fails the job says so all the same.
    if (file) await save(job, tools, false, withoutCost(failure, target.data)).catch(() => undefined);
    if (job.current().state !== 'failed') end(job, withoutCost(failure, target.data));
  }
}

/**
 * Takes up a job that the end of the app interrupted (not a queued one). What was being saved is finished; what was on its way is
 * "unknown, maybe billed", with the part that arrived kept. Nothing is sent.
 */
export async function settleInterruptedJob(job: JobHandle, tools: SpeechJobTools): Promise<void> {
  const { state, arrival, sentAtMs } = job.current();
  if (state === 'saving' && arrival) return save(job, tools, arrival.isComplete, job.current().error);
  if (state === 'sending' && sentAtMs === null) return job.update({ state: 'queued' });
  const error = appError('outcome.interrupted');
  return arrival ? save(job, tools, false, error) : end(job, error);
}

/** Moves the received file into the library and ends the job in the same transaction as the item's row. */
async function save(job: JobHandle, tools: SpeechJobTools, isComplete: boolean, error: AppError | null): Promise<void> {
  const { id, arrival: begun } = job.current();
  if (!begun) return end(job, error ?? appError('internal.bug'));
  const media = begun.media ?? (await tools.media.identify(id));
  if (!media || media.sizeBytes === 0) return end(job, error ?? appError('outcome.interrupted'));
  const arrival: Arrival = { ...begun, isComplete, media };
  job.update({ state: 'saving', arrival, error, receivedBytes: media.sizeBytes });
  const extension = audioExtension(arrival.format);
  await tools.media.keep(id, media.mediaId, extension);
  const path = tools.media.pathOf(media.mediaId, extension);
  const measured = await measureAudio(path, arrival.format, media.sizeBytes, arrival.pcmRateHz);
  const item = describeItem(job.current(), arrival, media, measured);
  const pcmRateHz = arrival.format === 'pcm' ? arrival.pcmRateHz : null;
  await tools.library.add(item, { extension, pcmRateHz }, () => {
    job.update({ state: endState(error), endedAtMs: Date.now(), itemId: item.id });
  });
  tools.onLibraryChanged(item.id);
}

function describeItem(
  job: JobRecord,
  arrival: Arrival,
  media: { mediaId: string; sizeBytes: number },
  measured: { sampleRateHz: number | null; durationMs: number | null },
): LibraryItem {
  return {
    // One job makes one item, so a job settled twice still makes one.
    id: job.id,
    kind: 'speech',
    title: [...job.request.text.trim().replace(/\s+/g, ' ')].slice(0, TITLE_LENGTH).join(''),
    createdAtMs: job.createdAtMs,
    connectionName: arrival.connectionName,
    ...media,
    mime: audioMime(arrival.format),
    isComplete: arrival.isComplete,
    audio: { askedFormat: job.request.format, format: arrival.format, ...measured },
    request: job.request,
  };
}

function beginArrival(format: Arrival['format'], target: Target): Arrival {
  const { connectionName, dialect } = target;
  return { format, pcmRateHz: dialect.pcmRateHz, connectionName, isComplete: false, media: null };
}

function end(job: JobHandle, error: AppError): void {
  job.update({ state: endState(error), endedAtMs: Date.now(), error });
}

function endState(error: AppError | null): 'done' | 'failed' | 'unknown' {
  if (!error) return 'done';
  return error.code === 'outcome.unknown' || error.code === 'outcome.interrupted' ? 'unknown' : 'failed';
}

/** The practice relay never costs anything. */
function withoutCost(error: Exclude<SpeechFailure, 'cancelled'>, target: Target): AppError {
  return target.isPractice ? { ...error, billed: 'no' } : error;
}

function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string';
}
