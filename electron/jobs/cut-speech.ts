// Runs the job of a text over the relay's limit: its parts are requested one after the other, each as a request of its own, and
// what arrived of each is a file of its own until all are joined (decision 28).

import { isJobOver } from '../../shared/app/job-states.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { silencesAround } from '../../shared/script/directions.ts';
import { isRaw, KIND_FACTS } from '../../shared/speech/formats.ts';
import { speechFingerprint } from '../relay/fingerprint.ts';
import type { Target } from '../settings/targets.ts';
import { cancelledEnd, UNSENT } from './job-handle.ts';
import type { SpeechPart, SpeechRecord } from './job-record.ts';
import { endCutSpeech, joinableParts } from './join-parts.ts';
import { discardReply, trashReply } from './kept-reply.ts';
import type { LiveSound, LiveSounds } from './live-sound.ts';
import { partRequest, presentRequest } from './part-request.ts';
import { joinableRateOf } from './part-sound.ts';
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

type Sound = NonNullable<SpeechPart['sound']>;

/** A part that may have been billed leaves the others to be requested; a second one ends the job. */
const MAX_FAILED_PARTS = 2;

/** Requests the parts that are missing and makes a take of all. Earlier runs of the job may have received some. */
export async function runCutSpeech(
  job: SpeechHandle,
  tools: SpeechJobTools,
  target: Target,
  sounds: LiveSounds,
): Promise<void> {
  const { id, request, parts } = job.current();
  const live = sounds.of(id, silencesAround(request.pauses ?? [], parts));
  try {
    const hasGoneOn = await requestParts(job, tools, target, live);
    if (!hasGoneOn) return;
    await live.catchUp(job.current());
    await endCutSpeech(job, tools, target);
  } finally {
    if (isJobOver(job.current().state)) sounds.drop(id);
  }
}

/** Ends a job whose connection cannot be used, with the parts that arrived before, or lets it wait. */
export async function failCutSpeech(job: SpeechHandle, tools: SpeechJobTools, error: AppError): Promise<void> {
  if (!job.retry(error)) await endCutSpeech(job, tools, undefined, error);
}

/** @returns false if the job has ended, waits, or is to be settled at the next start. */
async function requestParts(
  job: SpeechHandle,
  tools: SpeechJobTools,
  target: Target,
  live: LiveSound,
): Promise<boolean> {
  for (let isFirst = true; ; isFirst = false) {
    await live.catchUp(job.current());
    if (job.isAppEnding()) return false;
    if (job.signal.aborted) {
      job.update(cancelledEnd(job.current()));
      return false;
    }
    const at = nextPart(job.current());
    if (at === undefined) return true;
    if (!isFirst && !job.goOn()) return false;
    if (!(await requestPart(job, tools, target, live, at))) return false;
  }
}

/** The index of the part to be requested next; undefined if there is none, or if no more are to be requested. */
function nextPart({ parts }: SpeechRecord): number | undefined {
  const failures = parts.flatMap(({ error }) => error ?? []);
  // What was refused would be refused again, or the text has to be changed: more parts would be paid for in vain.
  // A relay that finishes one part later would do so with all of them.
  if (failures.length >= MAX_FAILED_PARTS || failures.some(isReasonToStop)) return undefined;
  // Nor is more requested once it is known that the parts cannot be joined.
  if (joinableParts(parts).apart.length > 0) return undefined;
  const at = parts.findIndex(({ sound, error }) => !sound?.isWhole && error === null);
  return at === -1 ? undefined : at;
}

function isReasonToStop({ code, billed }: AppError): boolean {
  return billed === 'no' || code === 'outcome.accepted';
}

/** Requests one part and stores what arrives. @returns false as `requestParts` does. */
async function requestPart(
  job: SpeechHandle,
  tools: SpeechJobTools,
  target: Target,
  live: LiveSound,
  at: number,
): Promise<boolean> {
  const { id, request: whole, parts } = job.current();
  const one = parts[at];
  if (!one) return false;
  const { models, dialect } = target;
  const request = partRequest(whole, one);
  const fingerprint = speechFingerprint(whole, { model: models.speech, dialect });
  const receivedBytes = parts.reduce((sum, { sound }) => sum + (sound?.sizeBytes ?? 0), 0);
  // The whole is written once more when it is joined.
  const room = await tools.disk.reserve(replyBytes(request) + receivedBytes);
  if (!room.ok) {
    job.update({ parts: withPart(job.current(), at, { error: room.error }) });
    return true;
  }
  using _room = room.data;
  // What could not be removed must not be taken for the reply that comes now.
  await tools.media.discardIncoming(id);
  const part = { number: at + 1, count: parts.length };
  await job.enter('sending', { fingerprint, part, receivedBytes, arrival: null, sentAtMs: null });
  const sound = live.receive(at);
  const read = await sendSpeech(job, tools, target, request, (bytes, format) =>
    sound.push(bytes, format, pcmRateOf(job.current().arrival)),
  );
  if (!read) return false;
  sound.end(read.error === null);
  if (read.error && job.retry(read.error)) return false;
  await keepPart(job, tools, at, read, speechFingerprint(request, { model: models.speech, dialect }));
  return true;
}

/** Stores what arrived of a part: its audio as a media file, and if something went wrong what else the reply has. */
async function keepPart(
  job: SpeechHandle,
  tools: SpeechJobTools,
  at: number,
  read: ReadReply,
  fingerprint: string,
): Promise<void> {
  const { media } = tools;
  const { id, arrival } = job.current();
  const { format, isVerbatim } = read;
  if (!arrival || format === undefined || read.sizeBytes === 0) {
    const error = read.error ?? appError('reply.empty');
    job.update({ parts: withPart(job.current(), at, { error }) });
    return keepRest(job, tools, { ...read, error });
  }
  const ticket = await audioTicket(job, tools, read, presentRequest(job.current()));
  const file = await media.identify(ticket);
  if (!file) throw new Error('The file of a received reply is gone.');
  const rawRateHz = pcmRateOf(arrival);
  const rateHz = await joinableRateOf(media.incomingPath(ticket), format, file.sizeBytes, rawRateHz);
  const sound = { ...file, format, rateHz, fingerprint, isWhole: read.error === null, isAdopted: false };
  // Before the file is moved: after a crash it is found by its name only.
  await job.enter('receiving', { parts: withPart(job.current(), at, { sound, error: read.error }) });
  await media.keep(ticket, file.mediaId, KIND_FACTS[format].extension);
  await registerSound(sound, tools);
  if (!isVerbatim && read.error) await keepRest(job, tools, read);
  if (read.error) return;
  if (job.current().isReread) await trashReply(job.current().replyId, tools);
  await discardReply(id, media);
}

/**
 * Settles the job after an interruption: what had begun to arrive is stored. If the app had ended, the parts that were never
 * sent wait for their turn as any job does. If the work failed, or only a stored reply was read again, nothing more is sent.
 */
export async function settleCutSpeech(job: SpeechHandle, tools: SpeechJobTools): Promise<void> {
  const { state, isReread, connectionId, error } = job.current();
  await settlePart(job, tools);
  for (const { sound } of job.current().parts) if (sound) await registerSound(sound, tools);
  const { earlierTries, tries, replyId } = job.current();
  if (state !== 'saving' && !isReread && nextPart(job.current()) !== undefined) {
    const waiting = { tries: 0, firstTriedAtMs: null, earlierTries: earlierTries + tries, error: null };
    return job.update({ ...UNSENT, replyId, ...waiting });
  }
  const target = await tools.connections.target(connectionId, job.signal);
  await endCutSpeech(job, tools, target.ok ? target.data : undefined, state === 'saving' ? error : null);
}

/** Stores what is left of the part that was under way. */
async function settlePart(job: SpeechHandle, tools: SpeechJobTools): Promise<void> {
  const { id, state, request, part, parts, error: recorded, sentAtMs } = job.current();
  const at = (part?.number ?? 0) - 1;
  const one = parts[at];
  if (!one) return;
  const interrupted = (state === 'saving' ? recorded : null) ?? appError('outcome.interrupted');
  if (!tools.media.hasIncoming(id)) {
    const isKnown = one.sound?.isWhole === true || one.error !== null;
    // Work that failed before its request left: only then is the job *saving* and was not sent.
    const isUnsent = state === 'saving' && sentAtMs === null;
    if (!isKnown && !isUnsent) job.update({ parts: withPart(job.current(), at, { error: interrupted }) });
    return;
  }
  const own = partRequest(request, one);
  const read = await readStoredReply(job, tools, own, interrupted);
  const found = await tools.connections.target(request.connectionId, job.signal);
  const target = found.ok ? { model: found.data.models.speech, dialect: found.data.dialect } : undefined;
  const fingerprint = one.sound?.fingerprint ?? (target ? speechFingerprint(own, target) : '');
  await keepPart(job, tools, at, { ...read, error: one.error ?? read.error }, fingerprint);
}

/** Makes the file of a part known to the library; again, if that was done before. */
function registerSound({ mediaId, sizeBytes, format, rateHz }: Sound, { library }: SpeechJobTools): Promise<void> {
  const { extension, mime } = KIND_FACTS[format];
  return library.addMedia({ mediaId, sizeBytes, extension, mime, pcmRateHz: isRaw(format) ? rateHz : null });
}

/** The parts of a job, one of them changed. */
function withPart({ parts }: SpeechRecord, at: number, change: Partial<SpeechPart>): SpeechPart[] {
  return parts.map((part, index) => (index === at ? { ...part, ...change } : part));
}
