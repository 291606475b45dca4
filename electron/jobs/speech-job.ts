// Runs a speech job from sending to its library item. Every step is persisted before the next begins.

import { PRACTICE_CONNECTION_ID } from '../../shared/connections.ts';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { SpeechChunk, SpeechRequest } from '../../shared/contract/speech.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import { type AudioKind, DEFAULT_PCM_RATE_HZ, isRaw, KIND_FACTS, maxReplyBytes } from '../../shared/speech/formats.ts';
import { readPcmLabel } from '../../shared/speech/pcm-label.ts';
import { ordinaryDurationS } from '../../shared/speech/spoken-length.ts';
import { isVoiceRefusal } from '../../shared/speech/voice-refusal.ts';
import { titleOf } from '../../shared/text/title.ts';
import { type MeasuredAudio, measureAudio, warningsOf } from '../library/audio-facts.ts';
import type { Library } from '../library/library.ts';
import type { MediaStore } from '../library/media-store.ts';
import { speechFingerprint } from '../relay/fingerprint.ts';
import type { RelayHttp } from '../relay/http.ts';
import { recordExchanges } from '../relay/recording/record-exchanges.ts';
import { requestSpeech, rereadSpeech, type SpeechFailure } from '../relay/speech.ts';
import type { Connections, Target } from '../settings/connections.ts';
import type { StorageMonitor } from '../storage-health.ts';
import { endOf, type JobHandle, type JobKind, withoutCost } from './job-handle.ts';
import type { SpeechArrival, SpeechRecord } from './job-record.ts';
import {
  describeReply,
  discardReply,
  keepReply,
  openSpool,
  type ReplySpool,
  storedReply,
  trashReply,
  UNKNOWN_FACTS,
} from './kept-reply.ts';
import type { UsageCounter } from './usage-counter.ts';

type SpeechHandle = JobHandle<SpeechRecord>;
/** The audio of a job as its record has it. */
type SavedTake = NonNullable<SpeechArrival['take']>;

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
  onReplyKept: (itemId: string) => void;
  /** Called when a relay has spoken a voice, or refused it. */
  onVoiceAnswered: (connectionId: string, voice: string, isRefused: boolean) => void;
};

/** The job kind for speech: each job sends one request and makes one take. */
export function speechJobs(tools: SpeechJobTools): JobKind<SpeechRecord> {
  return {
    initial: { fingerprint: '', line: null },
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
  const heard: Heard = { format: undefined, sizeBytes: 0 };
  let chunkIndex = 0;
  await job.enter('sending', { fingerprint });
  const spool = openSpool(job, tools.media, (facts) => {
    const arrival = job.current().arrival ?? beginArrival(target.data);
    job.update({ state: 'receiving', arrival: { ...arrival, ...facts } });
  });
  try {
    const http = recordExchanges(tools.http, key, job.record);
    const reply = await requestSpeech(http, { baseUrl, key, model: models.speech, dialect }, request, {
      ...spool,
      signal: job.signal,
      onSent: (sentBytes) => {
        job.update({ sentAtMs: Date.now() });
        tools.usage.countSent(connection, sentBytes);
      },
      async onAudio(bytes, format) {
        const pcmRateHz = pcmRateOf(job.current().arrival);
        for (let start = 0; start < bytes.length; start += MAX_CHUNK_BYTES) {
          const part = bytes.slice(start, start + MAX_CHUNK_BYTES);
          tools.onChunk({ jobId: id, index: chunkIndex++, format, pcmRateHz, bytes: part });
        }
        heard.format = format;
        heard.sizeBytes += bytes.length;
        job.progress(heard.sizeBytes);
      },
    });
    if (!reply.ok && reply.error === 'cancelled' && !job.isAppEnding()) return await endCancelled(job, spool, tools);
    await spool.close();
    if (job.isAppEnding()) return;
    if (heard.sizeBytes > 0) tools.usage.countReceived(connection, heard.sizeBytes, 0);
    reportVoice(request, reply, tools);
    const failure = reply.ok ? null : reply.error;
    if (failure === 'cancelled') return;
    const error = failure && withoutCost(failure, target.data);
    const isVerbatim = heard.sizeBytes === spool.receivedBytes();
    return await save(job, tools, { ...heard, isVerbatim, key, error }, job.fail);
  } catch (error) {
    await spool.close().catch(() => undefined);
    throw error;
  }
}

/** The audio of a reply. */
type Heard = { format: AudioKind | undefined; sizeBytes: number };
/** The content of a stored reply. `isVerbatim`: it is the audio byte for byte. @see save */
type ReadReply = Heard & { isVerbatim: boolean; key: string; error: AppError | null };

/** Estimates the size of the reply from above, in bytes. */
function replyBytes({ text, speed, format }: SpeechRequest): number {
  return maxReplyBytes(format, ordinaryDurationS(text, speed));
}

/** Ends a cancelled job. A file that cannot be removed now is removed at the next start. */
async function endCancelled(job: SpeechHandle, spool: ReplySpool, { media }: SpeechJobTools): Promise<void> {
  await spool.abandon();
  await discardReply(job.current().id, media);
  job.update({ state: 'cancelled', endedAtMs: Date.now() });
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
 * The stored reply is read again and its audio saved; if the reply had not ended, the outcome is "unknown, maybe
 * billed".
 */
async function settleInterruptedJob(job: SpeechHandle, tools: SpeechJobTools): Promise<void> {
  const { id, connectionId, request, state, arrival: begun, error: recorded } = job.current();
  const interrupted = (state === 'saving' ? recorded : null) ?? appError('outcome.interrupted');
  if (!tools.media.hasIncoming(id)) {
    if (begun?.take) return addItem(job, tools, begun.take, recorded);
    return job.update(endOf(interrupted));
  }
  const found = await tools.connections.target(connectionId, job.signal);
  // The first bytes can be on disk before the job says so.
  const arrival = begun ?? beginArrival(found.ok ? found.data : undefined);
  if (!begun) job.update({ arrival });
  const key = found.ok ? found.data.key : '';
  const stored = storedReply(id, arrival, tools.media);
  const heard: Heard = { format: undefined, sizeBytes: 0 };
  let sizeBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stored.chunks) {
      sizeBytes += chunk.length;
      yield chunk;
    }
  }
  const reply = await rereadSpeech(
    { ...stored, chunks: counted() },
    {
      asked: request.format,
      key,
      async onAudio(bytes, format) {
        heard.format = format;
        heard.sizeBytes += bytes.length;
      },
    },
  );
  const own = reply.ok ? null : withoutCost(reply.error, { isPractice: connectionId === PRACTICE_CONNECTION_ID });
  const isVerbatim = heard.sizeBytes === sizeBytes;
  const read = { ...heard, isVerbatim, key, error: arrival.ended ? own : interrupted };
  // Reading stored bytes never sends the request again.
  await save(job, tools, read, (error) => job.update(endOf(error)));
}

/**
 * Makes a take of the audio of a stored reply and ends the job. What else the reply contains becomes an item of its own
 * if something went wrong. @param end ends a job without audio.
 */
async function save(
  job: SpeechHandle,
  tools: SpeechJobTools,
  read: ReadReply,
  end: (error: AppError) => void,
): Promise<void> {
  const { id, arrival } = job.current();
  const { format, isVerbatim, key, error } = read;
  if (!arrival || format === undefined || read.sizeBytes === 0) {
    await keepRest(job, tools, read);
    return end(error ?? appError('reply.empty'));
  }
  const ticket = isVerbatim ? id : await extractAudio(job, arrival, key, tools);
  const media = await tools.media.identify(ticket);
  if (!media) throw new Error('The file of a received reply is gone.');
  const take = { format, isComplete: error === null, media };
  await job.enter('saving', { arrival: { ...arrival, take }, error, receivedBytes: media.sizeBytes });
  await tools.media.keep(ticket, media.mediaId, KIND_FACTS[format].extension);
  if (!isVerbatim && error) await keepRest(job, tools, read);
  if (!error) {
    await trashReply(job.current().replyId, tools);
    await discardReply(id, tools.media);
  }
  await addItem(job, tools, take, error);
}

/** Writes the audio of a stored reply to a file of its own. @returns the name of that incoming file. */
async function extractAudio(
  job: SpeechHandle,
  arrival: SpeechArrival,
  key: string,
  { media }: SpeechJobTools,
): Promise<string> {
  const { id, request } = job.current();
  const ticket = `${id}-audio`;
  const file = media.receive(ticket, job.signal);
  const onAudio = (bytes: Uint8Array): Promise<void> => file.write(bytes);
  try {
    await rereadSpeech(storedReply(id, arrival, media), { asked: request.format, key, onAudio });
  } finally {
    await file.close();
  }
  return ticket;
}

/** Makes an item of the reply itself. */
async function keepRest(job: SpeechHandle, tools: SpeechJobTools, { key, error }: ReadReply): Promise<void> {
  const replyId = await keepReply(job.current().id, describeReply(job.current(), error), key, tools);
  if (replyId !== undefined) job.update({ replyId });
}

/** Adds the take, whose file is in its place, to the library; the job ends in the same transaction. */
async function addItem(
  job: SpeechHandle,
  tools: SpeechJobTools,
  take: SavedTake,
  error: AppError | null,
): Promise<void> {
  const { arrival } = job.current();
  const { media, format } = take;
  const { extension } = KIND_FACTS[format];
  const path = tools.media.pathOf(media.mediaId, extension);
  const rateHz = pcmRateOf(arrival);
  const measured = await measureAudio(path, format, media.sizeBytes, rateHz);
  const item = describeItem(job.current(), take, measured, error);
  await tools.library.addMedia({ ...media, extension, mime: item.mime, pcmRateHz: isRaw(format) ? rateHz : null });
  // The take of an earlier reading.
  await tools.library.change(item.id, () => item);
  await job.endWith({ ...endOf(error), ...(!error && { replyId: null }), itemIds: [item.id] }, (ended) =>
    tools.library.add(item, ended),
  );
  tools.onLibraryChanged(item.id);
}

function describeItem(
  job: SpeechRecord,
  { format, isComplete, media }: SavedTake,
  measured: MeasuredAudio,
  error: AppError | null,
): SpeechItem {
  const isBrokenOff = error?.code === 'reply.broken_off';
  const { sampleRateHz, durationMs } = measured;
  return {
    // One job makes one item; settling it twice still makes one.
    id: job.id,
    kind: 'speech',
    title: titleOf(job.request.text),
    createdAtMs: job.createdAtMs,
    connectionName: job.arrival?.connectionName ?? '',
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
    line: job.line,
  };
}

/** The rate of raw pcm: as the reply's label states it, else that of the connection. */
function pcmRateOf(arrival: SpeechArrival | null): number {
  const stated = arrival && readPcmLabel(arrival.contentType)?.rateHz;
  return stated ?? arrival?.pcmRateHz ?? DEFAULT_PCM_RATE_HZ;
}

/** @param target undefined if the connection does not exist any more. */
function beginArrival(target: Target | undefined): SpeechArrival {
  return {
    ...UNKNOWN_FACTS,
    connectionName: target?.connectionName ?? '',
    model: target?.models.speech ?? '',
    pcmRateHz: target?.dialect.pcmRateHz ?? DEFAULT_PCM_RATE_HZ,
    ended: null,
    take: null,
  };
}
