// One request for speech of a job: sends it, stores its reply, and reads stored replies again.

import { billedBy } from '../../shared/connection/prices.ts';
import type { MissingResult } from '../../shared/contract/library.ts';
import type { SpeechChunk, SpeechRequest } from '../../shared/contract/speech.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import { type AudioKind, DEFAULT_PCM_RATE_HZ, maxReplyBytes } from '../../shared/speech/formats.ts';
import { readPcmLabel } from '../../shared/speech/pcm-label.ts';
import { ordinaryDurationS } from '../../shared/speech/spoken-length.ts';
import { isVoiceRefusal } from '../../shared/speech/voice-refusal.ts';
import type { IncomingFile } from '../library/incoming-file.ts';
import type { Library } from '../library/library.ts';
import type { MediaStore } from '../library/media-store.ts';
import { addressEndMs } from '../relay/download.ts';
import type { RelayHttp } from '../relay/http.ts';
import { recordExchanges } from '../relay/recording/record-exchanges.ts';
import { requestSpeech, rereadSpeech, type SpeechFailure, speechAddress } from '../relay/speech.ts';
import type { Connections } from '../settings/connections.ts';
import { originOf, type Target } from '../settings/targets.ts';
import type { StorageMonitor } from '../storage-health.ts';
import { cancelledEnd, type JobHandle } from './job-handle.ts';
import type { SpeechArrival, SpeechRecord } from './job-record.ts';
import {
  describeReply,
  discardReply,
  isFetchable,
  keepReply,
  openSpool,
  type ReplySpool,
  storedReply,
  UNKNOWN_FACTS,
} from './kept-reply.ts';
import type { UsageCounter } from './usage-counter.ts';

export type SpeechHandle = JobHandle<SpeechRecord>;

/** What a speech job needs. */
export type SpeechJobTools = {
  http: RelayHttp;
  connections: Pick<Connections, 'target'>;
  media: MediaStore;
  library: Library;
  disk: Pick<StorageMonitor, 'reserve'>;
  /** Waits before sound is fetched again while its job runs, in milliseconds; the relay client's own by default. */
  fetchAgainMs?: readonly number[];
  onBug: (error: unknown) => void;
  onChunk: (chunk: SpeechChunk) => void;
  usage: UsageCounter;
  onLibraryChanged: (itemId: string) => void;
  onReplyKept: (itemId: string) => void;
  /** Called when a relay has spoken a voice, or refused it. */
  onVoiceAnswered: (connectionId: string, voice: string, isRefused: boolean) => void;
};

/**
 * The content of a stored reply, whose audio has `sizeBytes`; `format` is undefined if it has none. `isVerbatim`: it is the
 * audio byte for byte. `isFetched`: it is in a file of its own already.
 */
export type ReadReply = {
  format: AudioKind | undefined;
  sizeBytes: number;
  isVerbatim: boolean;
  isFetched: boolean;
  key: string;
  error: AppError | null;
};

/**
 * Sends one request of a job whose state is *sending*, and stores its reply in the job's incoming file. It is never repeated.
 * @param onAudio gets the audio while it arrives.
 * @returns what arrived; undefined if the job was cancelled and has ended, or if the app ends.
 */
export async function sendSpeech(
  job: SpeechHandle,
  tools: SpeechJobTools,
  target: Target,
  request: SpeechRequest,
  onAudio: (bytes: Uint8Array, format: AudioKind) => void,
): Promise<ReadReply | undefined> {
  const { baseUrl, key, models, dialect, allowedOrigins, reach, connectionName } = target;
  const { receivedBytes, line } = job.current();
  const connection = {
    id: request.connectionId,
    name: connectionName,
    ...(line && { scriptId: line.scriptId }),
  };
  const heard: Pick<ReadReply, 'format' | 'sizeBytes'> = { format: undefined, sizeBytes: 0 };
  const spool = openSpool(job, tools.media, (facts) => {
    const arrival = job.current().arrival ?? beginArrival(target);
    job.update({ state: 'receiving', arrival: { ...arrival, ...facts } });
  });
  const fetched = openFetched(job, tools);
  try {
    const http = recordExchanges(tools.http, key, job.recorder());
    const relay = { baseUrl, key, model: models.speech, dialect, allowedOrigins, reach };
    const reply = await requestSpeech(http, relay, request, {
      ...spool,
      ...fetched.options,
      onSent: (sentBytes) => {
        job.update({ sentAtMs: Date.now() });
        tools.usage.countSent(connection, sentBytes);
      },
      async onAudio(bytes, format, isFetched) {
        if (isFetched) await fetched.write(bytes);
        onAudio(bytes, format);
        heard.format = format;
        heard.sizeBytes += bytes.length;
        job.progress(receivedBytes + heard.sizeBytes);
      },
    });
    if (reply.ok || reply.error === 'cancelled' || reply.error.billed !== 'no')
      tools.usage.countBilled(connection.id, billedBy({ kind: 'speech', request }));
    if (!reply.ok && reply.error === 'cancelled' && !job.isAppEnding()) {
      await fetched.discard();
      await endCancelled(job, spool, tools);
      return undefined;
    }
    await spool.close();
    await fetched.close();
    if (job.isAppEnding()) return undefined;
    if (heard.sizeBytes > 0) tools.usage.countReceived(connection, heard.sizeBytes, 0);
    reportVoice(request, reply, tools);
    const error = reply.ok ? null : reply.error;
    if (error === 'cancelled') return undefined;
    const isFetched = fetched.isBegun();
    return { ...heard, isVerbatim: !isFetched && heard.sizeBytes === spool.receivedBytes(), isFetched, key, error };
  } catch (error) {
    await spool.close().catch(() => undefined);
    await fetched.discard();
    throw error;
  }
}

/** The incoming file of sound that a reply names by its address, and how such sound is fetched. */
function openFetched(
  job: SpeechHandle,
  { media, fetchAgainMs, onBug }: Pick<SpeechJobTools, 'media' | 'fetchAgainMs' | 'onBug'>,
) {
  const ticket = audioName(job.current().id);
  let file: IncomingFile | undefined;
  return {
    options: { signal: job.signal, onBug, ...(fetchAgainMs && { fetchAgainMs }) },
    write(bytes: Uint8Array): Promise<void> {
      file ??= media.receive(ticket, job.signal);
      return file.write(bytes);
    },
    isBegun: () => file !== undefined,
    close: async () => file?.close(),
    async discard() {
      await file?.abandon();
      if (file) await discardReply(ticket, media);
    },
  };
}

/** The name of the incoming file with the audio of a job's reply. */
function audioName(jobId: string): string {
  return `${jobId}-audio`;
}

/** Ends a cancelled job. A file that cannot be removed now is removed at the next start. */
async function endCancelled(job: SpeechHandle, spool: ReplySpool, { media }: SpeechJobTools): Promise<void> {
  await spool.abandon();
  await discardReply(job.current().id, media);
  job.update(cancelledEnd(job.current()));
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
 * Reads the stored reply of a job again; sends nothing. A reply that had not ended has the error `interrupted`.
 * @param request the request that it answers.
 */
export async function readStoredReply(
  job: SpeechHandle,
  tools: SpeechJobTools,
  request: SpeechRequest,
  interrupted: AppError,
): Promise<ReadReply> {
  const { id, connectionId, arrival: begun } = job.current();
  const found = await tools.connections.target(connectionId, job.signal);
  // The first bytes can be on disk before the job says so.
  const arrival = begun ?? { ...beginArrival(found.ok ? found.data : undefined), connectionOrigin: '' };
  if (!begun) job.update({ arrival });
  const { key, baseUrl, allowedOrigins } = found.ok ? found.data : { key: '', baseUrl: '', allowedOrigins: [] };
  const stored = storedReply(id, arrival, tools.media);
  const heard: Pick<ReadReply, 'format' | 'sizeBytes'> = { format: undefined, sizeBytes: 0 };
  let sizeBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stored.chunks) {
      sizeBytes += chunk.length;
      yield chunk;
    }
  }
  const fetched = openFetched(job, tools);
  const reply = await rereadSpeech(
    { ...stored, chunks: counted() },
    {
      asked: request.format,
      key,
      askedUrl: speechAddress({ baseUrl }),
      results: { http: tools.http, allowedOrigins, ...fetched.options },
      async onAudio(bytes, format, isFetched) {
        if (isFetched) await fetched.write(bytes);
        heard.format = format;
        heard.sizeBytes += bytes.length;
      },
    },
  ).catch(async (error: unknown) => {
    await fetched.discard();
    throw error;
  });
  await fetched.close();
  const own = reply.ok ? null : reply.error;
  const isFetched = fetched.isBegun();
  const isVerbatim = !isFetched && heard.sizeBytes === sizeBytes;
  return { ...heard, isVerbatim, isFetched, key, error: arrival.ended ? own : interrupted };
}

/**
 * The incoming file with the audio of a stored reply: that of the job if the reply is nothing else, or one of its own that is
 * written here. @returns its name.
 */
export async function audioTicket(
  job: SpeechHandle,
  tools: Pick<SpeechJobTools, 'media'>,
  { isVerbatim, isFetched, key }: ReadReply,
  { format }: SpeechRequest,
): Promise<string> {
  const { media } = tools;
  const { id, arrival } = job.current();
  if (isVerbatim || !arrival) return id;
  const ticket = audioName(id);
  if (isFetched) return ticket;
  const file = media.receive(ticket, job.signal);
  const onAudio = (bytes: Uint8Array): Promise<void> => file.write(bytes);
  try {
    await rereadSpeech(storedReply(id, arrival, media), { asked: format, key, onAudio });
  } finally {
    await file.close();
  }
  return ticket;
}

/** Makes an item of the reply itself. */
export async function keepRest(job: SpeechHandle, tools: SpeechJobTools, { key, error }: ReadReply): Promise<void> {
  const described = describeReply(job.current(), error, missingSound(error));
  const replyId = await keepReply(job.current().id, described, key, tools);
  if (replyId !== undefined) job.update({ replyId });
}

/** The sound of a reply that could not be fetched. */
function missingSound(error: AppError | null): MissingResult[] {
  const { url } = error?.details ?? {};
  if (!error || !isFetchable(error) || typeof url !== 'string') return [];
  return [{ index: 0, url, revisedPrompt: '', error, untilMs: addressEndMs(url, Date.now()) }];
}

/** Estimates the size of the reply from above, in bytes. */
export function replyBytes({ text, speed, format }: SpeechRequest): number {
  return maxReplyBytes(format, ordinaryDurationS(text, speed));
}

/** The rate of raw pcm: as the reply's label states it, else that of the connection. */
export function pcmRateOf(arrival: SpeechArrival | null): number {
  const stated = arrival && readPcmLabel(arrival.contentType)?.rateHz;
  return stated ?? arrival?.pcmRateHz ?? DEFAULT_PCM_RATE_HZ;
}

/** @param target undefined if the connection does not exist any more. */
export function beginArrival(target: Target | undefined): SpeechArrival {
  return {
    ...UNKNOWN_FACTS,
    connectionName: target?.connectionName ?? '',
    connectionOrigin: target === undefined ? '' : originOf(target),
    model: target?.models.speech ?? '',
    pcmRateHz: target?.dialect.pcmRateHz ?? DEFAULT_PCM_RATE_HZ,
    ended: null,
    take: null,
  };
}
