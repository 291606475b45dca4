// Runs a speech job from sending to its library item. Every step is persisted before the next begins.

import type { SpeechItem } from '../../shared/contract/library.ts';
import type { SpeechChunk, SpeechRequest } from '../../shared/contract/speech.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import { ordinaryDurationS } from '../../shared/speech/audio-warnings.ts';
import { type AudioKind, DEFAULT_PCM_RATE_HZ, isRaw, KIND_FACTS, maxReplyBytes } from '../../shared/speech/formats.ts';
import { isAudioKind, SNIFF_BYTES, sniffReply } from '../../shared/speech/sniff.ts';
import { isVoiceRefusal } from '../../shared/speech/voice-refusal.ts';
import { readHead } from '../files.ts';
import { type MeasuredAudio, measureAudio, warningsOf } from '../library/audio-facts.ts';
import type { IncomingFile } from '../library/incoming-file.ts';
import type { Library } from '../library/library.ts';
import type { MediaStore } from '../library/media-store.ts';
import { speechFingerprint } from '../relay/fingerprint.ts';
import type { RelayHttp } from '../relay/http.ts';
import { recordExchanges } from '../relay/recording/record-exchanges.ts';
import { requestSpeech, type SpeechFailure } from '../relay/speech.ts';
import type { Connections } from '../settings/connections.ts';
import type { StorageMonitor } from '../storage-health.ts';
import { endOf, type JobHandle, type JobKind, withoutCost } from './job-handle.ts';
import type { SpeechArrival, SpeechRecord } from './job-record.ts';
import { titleOf } from './title.ts';
import type { UsageCounter } from './usage-counter.ts';

type SpeechHandle = JobHandle<SpeechRecord>;

const MAX_CHUNK_BYTES = 64 * 1024;

/** What a speech job needs. */
export type SpeechJobTools = {
  http: RelayHttp;
  connections: Pick<Connections, 'target'>;
  media: MediaStore;
  library: Library;
  disk: Pick<StorageMonitor, 'reserve'>;
  onChunk: (chunk: SpeechChunk) => void;
  usage: UsageCounter;
  onLibraryChanged: (itemId: string) => void;
  /** Called when a relay has spoken a voice, or refused it. */
  onVoiceAnswered: (connectionId: string, voice: string, isRefused: boolean) => void;
};

/** The job kind for speech: each job sends one request and makes one take. */
export function speechJobs(tools: SpeechJobTools): JobKind<SpeechRecord> {
  return {
    initial: { fingerprint: '' },
    hasArrived: (job) => job.arrival !== null,
    hasResults: (job) => job.arrival !== null,
    run: (job) => runSpeechJob(job, tools),
    settle: (job) => settleInterruptedJob(job, tools),
  };
}

async function runSpeechJob(job: SpeechHandle, tools: SpeechJobTools): Promise<void> {
  const { request, connectionId, id } = job.current();
  const target = await tools.connections.target(connectionId, job.signal);
  // Cancelled while it waited for the key: the queue ends a job that was not sent.
  if (job.signal.aborted) return;
  if (!target.ok) return job.fail(target.error);
  const { baseUrl, key, models, dialect, connectionName } = target.data;
  const connection = { id: connectionId, name: connectionName };
  const fingerprint = speechFingerprint(request, { model: models.speech, dialect });

  const room = await tools.disk.reserve(replyBytes(request));
  if (!room.ok) return job.fail(room.error);
  using _room = room.data;
  let file: IncomingFile | undefined;
  let receivedBytes = 0;
  let chunkIndex = 0;
  await job.enter('sending', { fingerprint });
  try {
    const http = recordExchanges(tools.http, key, job.record);
    const reply = await requestSpeech(http, { baseUrl, key, model: models.speech, dialect }, request, {
      signal: job.signal,
      onSent: (sentBytes) => {
        job.update({ sentAtMs: Date.now() });
        tools.usage.countSent(connection, sentBytes);
      },
      async onAudio(bytes, format, rateHz) {
        const pcmRateHz = rateHz ?? dialect.pcmRateHz;
        // Emitted before it is written, so that playback does not wait for the disk.
        for (let start = 0; start < bytes.length; start += MAX_CHUNK_BYTES) {
          const part = bytes.slice(start, start + MAX_CHUNK_BYTES);
          tools.onChunk({ jobId: id, index: chunkIndex++, format, pcmRateHz, bytes: part });
        }
        if (!file) {
          file = tools.media.receive(id, job.signal);
          job.update({ state: 'receiving', arrival: beginArrival(format, pcmRateHz, connectionName) });
        }
        await file.write(bytes);
        receivedBytes += bytes.length;
        job.progress(receivedBytes);
      },
    });
    if (!reply.ok && reply.error === 'cancelled' && !job.isAppEnding()) return await endCancelled(job, file, tools);
    await file?.close();
    if (job.isAppEnding()) return;
    if (receivedBytes > 0) tools.usage.countReceived(connection, receivedBytes, 0);
    reportVoice(request, reply, tools);
    if (reply.ok) return await save(job, tools, true, null);
    if (reply.error === 'cancelled') return;
    const error = withoutCost(reply.error, target.data);
    return file ? await save(job, tools, false, error) : job.fail(error);
  } catch (error) {
    await file?.close().catch(() => undefined);
    throw error;
  }
}

/** Estimates the size of the reply from above, in bytes. */
function replyBytes({ text, speed, format }: SpeechRequest): number {
  return maxReplyBytes(format, ordinaryDurationS(text, speed));
}

/** Ends a cancelled job. A file that cannot be removed now is removed at the next start. */
async function endCancelled(
  job: SpeechHandle,
  file: IncomingFile | undefined,
  { media }: SpeechJobTools,
): Promise<void> {
  await file?.abandon();
  job.update({ state: 'cancelled', endedAtMs: Date.now() });
  await media.discardIncoming(job.current().id).catch(() => undefined);
}

/** Reports whether the relay spoke or refused the voice; most failures do not show either. */
function reportVoice(
  { connectionId, voice }: SpeechRequest,
  reply: Result<unknown, SpeechFailure>,
  tools: SpeechJobTools,
) {
  if (voice === null) return;
  if (reply.ok) tools.onVoiceAnswered(connectionId, voice, false);
  else if (reply.error !== 'cancelled' && isVoiceRefusal(reply.error)) tools.onVoiceAnswered(connectionId, voice, true);
}

/**
 * A job that was being saved is completed; one whose reply had not ended becomes "unknown, maybe billed", with the
 * received part kept.
 */
async function settleInterruptedJob(job: SpeechHandle, tools: SpeechJobTools): Promise<void> {
  const { state, arrival } = job.current();
  if (state === 'saving' && arrival) return save(job, tools, arrival.isComplete, job.current().error);
  const error = appError('outcome.interrupted');
  if (!arrival) await recoverArrival(job, tools);
  return save(job, tools, false, error);
}

/** Bytes may be on disk though the job does not say so: the disk was full just then. Their kind is detected again. */
async function recoverArrival(job: SpeechHandle, { media }: SpeechJobTools): Promise<void> {
  const { id, request } = job.current();
  const head = await readHead(media.incomingPath(id), SNIFF_BYTES).catch(() => undefined);
  const kind = head && sniffReply(head, request.format, true);
  if (kind === undefined || !isAudioKind(kind)) return;
  const facts = { connectionName: '', pcmRateHz: DEFAULT_PCM_RATE_HZ };
  job.update({ arrival: { ...facts, format: kind, isComplete: false, media: null } });
}

/** Moves the received file into the library and ends the job in the same transaction as the item's row. */
async function save(
  job: SpeechHandle,
  tools: SpeechJobTools,
  isComplete: boolean,
  error: AppError | null,
): Promise<void> {
  const { id, arrival: begun } = job.current();
  if (!begun) return job.update(endOf(error ?? appError('internal.bug')));
  const media = begun.media ?? (await tools.media.identify(id));
  if (!media || media.sizeBytes === 0) return job.update(endOf(error ?? appError('outcome.interrupted')));
  const arrival: SpeechArrival = { ...begun, isComplete, media };
  await job.enter('saving', { arrival, error, receivedBytes: media.sizeBytes });
  const { extension } = KIND_FACTS[arrival.format];
  await tools.media.keep(id, media.mediaId, extension);
  const path = tools.media.pathOf(media.mediaId, extension);
  const measured = await measureAudio(path, arrival.format, media.sizeBytes, arrival.pcmRateHz);
  const item = describeItem(job.current(), arrival, media, measured, error);
  const pcmRateHz = isRaw(arrival.format) ? arrival.pcmRateHz : null;
  await tools.library.addMedia({ ...media, extension, mime: item.mime, pcmRateHz });
  await job.endWith({ ...endOf(error), itemIds: [item.id] }, (ended) => tools.library.add(item, ended));
  tools.onLibraryChanged(item.id);
}

function describeItem(
  job: SpeechRecord,
  arrival: SpeechArrival,
  media: { mediaId: string; sizeBytes: number },
  measured: MeasuredAudio,
  error: AppError | null,
): SpeechItem {
  const { format, isComplete } = arrival;
  const isBrokenOff = error?.code === 'reply.broken_off';
  const { sampleRateHz, durationMs } = measured;
  return {
    // One job makes one item; settling it twice still makes one.
    id: job.id,
    kind: 'speech',
    title: titleOf(job.request.text),
    createdAtMs: job.createdAtMs,
    connectionName: arrival.connectionName,
    ...media,
    mime: KIND_FACTS[format].mime,
    isComplete,
    // A truncated take is already known to be odd, so no further warnings are determined.
    warnings: isComplete
      ? warningsOf(measured, { format, sizeBytes: media.sizeBytes }, job.request)
      : isBrokenOff
        ? ['trailing_error']
        : [],
    relayMessage: isBrokenOff ? String(error.details.relayMessage ?? '') : '',
    audio: { askedFormat: job.request.format, format, sampleRateHz, durationMs },
    fingerprint: job.fingerprint,
    request: job.request,
  };
}

function beginArrival(format: AudioKind, pcmRateHz: number, connectionName: string): SpeechArrival {
  return { format, pcmRateHz, connectionName, isComplete: false, media: null };
}
