// Runs a speech job from sending to its library item. Every step is persisted before the next begins.

import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { KIND_FACTS } from '../../shared/speech/formats.ts';
import { speechFingerprint } from '../relay/fingerprint.ts';
import type { Target } from '../settings/targets.ts';
import { failCutSpeech, runCutSpeech, settleCutSpeech } from './cut-speech.ts';
import { endOf, type JobKind, withoutCost } from './job-handle.ts';
import type { SpeechRecord } from './job-record.ts';
import { discardReply, trashReply } from './kept-reply.ts';
import { createLiveSounds, sendChunks } from './live-sound.ts';
import {
  audioTicket,
  keepRest,
  pcmRateOf,
  type ReadReply,
  readStoredReply,
  replyBytes,
  type SpeechHandle,
  type SpeechJobTools,
  sendSpeech,
} from './speech-sending.ts';
import { describeTake, endWithTake, type SavedTake } from './speech-take.ts';

/**
 * The job kind for speech: each job makes one take. It sends one request, or one for each part of a text over the
 * relay's limit.
 */
export function speechJobs(tools: SpeechJobTools): JobKind<SpeechRecord> {
  const live = createLiveSounds(tools);
  return {
    initial: { fingerprint: '', line: null, part: null, parts: [], isReread: false },
    hasArrived: (job) => job.arrival !== null || job.parts.some(({ sound }) => sound !== null),
    // A retry sends the present part only, so those that have arrived are not lost.
    hasResults: (job) => job.arrival !== null,
    async run(job) {
      const { connectionId, parts } = job.current();
      const target = await tools.connections.target(connectionId, job.signal);
      // Cancelled while it waited for the key: the queue ends a job that was not sent.
      if (job.signal.aborted) return;
      const hasParts = parts.some(({ sound }) => sound !== null);
      if (!target.ok) return hasParts ? failCutSpeech(job, tools, target.error) : job.fail(target.error);
      if (parts.length === 0) await runSpeechJob(job, tools, target.data);
      else await runCutSpeech(job, tools, target.data, live);
    },
    settle: (job) =>
      job.current().parts.length === 0 ? settleInterruptedJob(job, tools) : settleCutSpeech(job, tools),
  };
}

async function runSpeechJob(job: SpeechHandle, tools: SpeechJobTools, target: Target): Promise<void> {
  const { request, id } = job.current();
  const { models, dialect } = target;
  const fingerprint = speechFingerprint(request, { model: models.speech, dialect });
  const room = await tools.disk.reserve(replyBytes(request));
  if (!room.ok) return job.fail(room.error);
  using _room = room.data;
  let index = 0;
  await job.enter('sending', { fingerprint });
  const read = await sendSpeech(job, tools, target, request, (bytes, format) => {
    const pcmRateHz = pcmRateOf(job.current().arrival);
    index = sendChunks(bytes, { jobId: id, index, format, pcmRateHz }, tools.onChunk);
  });
  if (read) await save(job, tools, { ...read, error: read.error && withoutCost(read.error, target) }, job.fail);
}

/**
 * The stored reply is read again and its audio saved; if the reply had not ended, the outcome is "unknown, maybe
 * billed".
 */
async function settleInterruptedJob(job: SpeechHandle, tools: SpeechJobTools): Promise<void> {
  const { id, connectionId, request, state, arrival, error: recorded } = job.current();
  const interrupted = (state === 'saving' ? recorded : null) ?? appError('outcome.interrupted');
  if (!tools.media.hasIncoming(id)) {
    if (arrival?.take) return addItem(job, tools, arrival.take, recorded);
    return job.update(endOf(interrupted));
  }
  const read = await readStoredReply(job, tools, request, interrupted);
  const isOwn = job.current().arrival?.ended !== null;
  const isPractice = connectionId === PRACTICE_CONNECTION_ID;
  const error = read.error && isOwn ? withoutCost(read.error, { isPractice }) : read.error;
  // Reading stored bytes never sends the request again.
  await save(job, tools, { ...read, error }, (end) => job.update(endOf(end)));
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
  const { id, arrival, request } = job.current();
  const { format, isVerbatim, error } = read;
  if (!arrival || format === undefined || read.sizeBytes === 0) {
    await keepRest(job, tools, read);
    return end(error ?? appError('reply.empty'));
  }
  const ticket = await audioTicket(job, tools, read, request);
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

/** Adds the take, whose file is in its place, to the library; the job ends in the same transaction. */
async function addItem(
  job: SpeechHandle,
  tools: SpeechJobTools,
  take: SavedTake,
  error: AppError | null,
): Promise<void> {
  const rateHz = pcmRateOf(job.current().arrival);
  await endWithTake(job, tools, await describeTake(job.current(), tools, take, rateHz, error), error);
}
