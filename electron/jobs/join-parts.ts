// Ends the job of a cut text: joins the parts that arrived to one take, sample by sample, and says what is missing.

import { stat } from 'node:fs/promises';
import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import type { KeptPart } from '../../shared/contract/library.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { silencesAround } from '../../shared/script/directions.ts';
import { type AudioWarning, isDurationPlausible } from '../../shared/speech/audio-warnings.ts';
import { isRaw, KIND_FACTS, RAW_KINDS } from '../../shared/speech/formats.ts';
import { pcmDurationMs } from '../library/audio-facts.ts';
import type { Target } from '../settings/targets.ts';
import { endOf, withoutCost } from './job-handle.ts';
import type { SpeechPart, SpeechRecord } from './job-record.ts';
import { partId, partRequest } from './part-request.ts';
import { readSound, silence } from './part-sound.ts';
import { beginArrival, pcmRateOf, type SpeechHandle, type SpeechJobTools } from './speech-sending.ts';
import { addTake, describeTake, endWithTake } from './speech-take.ts';

type Sound = NonNullable<SpeechPart['sound']>;
/** A part of which something arrived. `number` counts from 1. */
type ArrivedPart = { part: SpeechPart; sound: Sound; number: number };

const JOINED_KIND = RAW_KINDS.little;

/**
 * Sorts the parts that arrived into those that can be joined, mono samples of 16 bits at the rate of the first of them, and
 * those that cannot. Nothing is resampled.
 */
export function joinableParts(parts: readonly SpeechPart[]): {
  rateHz: number | null;
  joined: ArrivedPart[];
  apart: ArrivedPart[];
} {
  const arrived = parts.flatMap((part, index) =>
    part.sound === null ? [] : [{ part, sound: part.sound, number: index + 1 }],
  );
  const rateHz = arrived.find(({ sound }) => sound.rateHz !== null)?.sound.rateHz ?? null;
  const fits = ({ sound }: ArrivedPart): boolean => rateHz !== null && sound.rateHz === rateHz;
  return { rateHz, joined: arrived.filter(fits), apart: arrived.filter((one) => !fits(one)) };
}

/**
 * Joins what arrived and ends the job: with a take, marked incomplete if a part is missing; each part that cannot be joined
 * becomes a take of its own. @param target undefined if the connection does not exist any more. @param recorded why the work
 * was interrupted.
 */
export async function endCutSpeech(
  job: SpeechHandle,
  tools: SpeechJobTools,
  target: Target | undefined,
  recorded: AppError | null = null,
): Promise<void> {
  const parts = await Promise.all(job.current().parts.map((part) => whilePresent(part, tools)));
  job.update({ parts });
  const { rateHz, joined, apart } = joinableParts(parts);
  const error = outcomeOf(job.current(), recorded);
  const media = rateHz === null ? undefined : await join(job, tools, joined, rateHz);
  const arrival = job.current().arrival ?? beginArrival(target);
  const take = media ? { format: JOINED_KIND, isComplete: error === null, media } : null;
  const receivedBytes = parts.reduce((sum, { sound }) => sum + (sound?.sizeBytes ?? 0), 0);
  await job.enter('saving', { arrival: { ...arrival, take }, error, receivedBytes, isReread: false });
  const apartIds: string[] = [];
  for (const one of apart) apartIds.push(await addApart(job.current(), tools, one));
  if (!take || rateHz === null) return job.update({ ...endOf(error), itemIds: apartIds });
  await tools.media.keep(joinedTicket(job), take.media.mediaId, KIND_FACTS[JOINED_KIND].extension);
  const kept = error ? joined.filter(({ sound }) => sound.isWhole).map(({ sound }) => keptPart(sound)) : [];
  const item = await describeTake(job.current(), tools, take, rateHz, error, {
    parts: { count: parts.length, kept },
    warnings: error ? [] : warningsOfParts(job.current(), joined),
  });
  await endWithTake(job, tools, item, error, apartIds);
}

/** A part as it is, or without its sound if somebody has removed the file. */
async function whilePresent(part: SpeechPart, { media }: SpeechJobTools): Promise<SpeechPart> {
  if (!part.sound) return part;
  const { mediaId, format, sizeBytes } = part.sound;
  const found = await stat(media.pathOf(mediaId, KIND_FACTS[format].extension)).catch(() => undefined);
  return found?.size === sizeBytes ? part : { ...part, sound: null, error: part.error ?? appError('media.missing') };
}

/** The incoming file that parts are joined in. It can be made again at any time. */
function joinedTicket(job: SpeechHandle): string {
  return `${job.current().id}-joined`;
}

/** Writes the samples of all parts behind each other, with the pauses around them. @returns the id and size that the file will have. */
async function join(job: SpeechHandle, { media }: SpeechJobTools, arrived: readonly ArrivedPart[], rateHz: number) {
  const ticket = joinedTicket(job);
  const { request, parts } = job.current();
  const silences = silencesAround(request.pauses ?? [], parts);
  const file = media.receive(ticket, job.signal);
  try {
    for (const { sound, number } of arrived) {
      await file.write(silence(silences[number - 1] ?? 0, rateHz));
      for await (const bytes of readSound(sound, media)) await file.write(bytes);
    }
    if (arrived.at(-1)?.number === parts.length) await file.write(silence(silences.at(-1) ?? 0, rateHz));
  } finally {
    await file.close();
  }
  return media.identify(ticket);
}

/** Why the whole did not become a take; null if it did. The relay may have billed any part that was sent. */
function outcomeOf({ parts, connectionId }: SpeechRecord, recorded: AppError | null): AppError | null {
  const { joined, apart } = joinableParts(parts);
  const failed = parts.findIndex(({ error }) => error !== null);
  const missing = parts.findIndex(({ sound }) => !sound?.isWhole);
  const [first] = apart;
  const own = first ? differing(first, joined[0]) : (parts[failed]?.error ?? null);
  if (own === null && missing === -1) return null;
  const error = own ?? recorded ?? appError('speech.parts_missing');
  const partsArrived = joined.filter(({ sound }) => sound.isWhole).length;
  const textPart = first?.number ?? (failed === -1 ? missing : failed) + 1;
  const isPractice = connectionId === PRACTICE_CONNECTION_ID;
  return withoutCost(
    {
      ...error,
      billed: billedOf(parts, error),
      details: { ...error.details, textPart, textParts: parts.length, partsArrived },
    },
    { isPractice },
  );
}

/** What this job's requests cost together: one part that arrived was billed, whatever became of another. */
function billedOf(parts: readonly SpeechPart[], error: AppError): AppError['billed'] {
  const all = [error.billed, ...parts.flatMap((part) => part.error?.billed ?? [])];
  if (all.includes('yes') || parts.some(({ sound }) => sound?.isWhole && !sound.isAdopted)) return 'yes';
  return all.includes('unknown') ? 'unknown' : 'no';
}

function differing({ sound }: ArrivedPart, first: ArrivedPart | undefined): AppError {
  const got = isRaw(sound.format) ? `${sound.rateHz} Hz` : KIND_FACTS[sound.format].name;
  const wanted = first?.sound.rateHz ? { expectedRate: `${first.sound.rateHz} Hz` } : {};
  return appError('reply.parts_differ', { got, ...wanted });
}

/** Adds a part that cannot be joined as a take of its own text. @returns the item's id. */
async function addApart(
  job: SpeechRecord,
  tools: SpeechJobTools,
  { part, sound, number }: ArrivedPart,
): Promise<string> {
  const { mediaId, sizeBytes, format, isWhole } = sound;
  const take = { format, isComplete: isWhole, media: { mediaId, sizeBytes } };
  const rateHz = sound.rateHz ?? pcmRateOf(job.arrival);
  const item = await describeTake(job, tools, take, rateHz, part.error, {
    id: partId(job.id, number),
    request: partRequest(job.request, part),
    fingerprint: sound.fingerprint,
    line: null,
  });
  await addTake(item, tools);
  return item.id;
}

function keptPart({ isWhole: _isWhole, isAdopted: _isAdopted, ...sound }: Sound): KeptPart {
  return sound;
}

/** What is odd about single parts and cannot be seen in the whole. */
function warningsOfParts({ request }: SpeechRecord, parts: readonly ArrivedPart[]): AudioWarning[] {
  const warnings = new Set<AudioWarning>();
  for (const { part, sound } of parts) {
    const { text, speed } = partRequest(request, part);
    if (!isRaw(sound.format) || sound.rateHz === null) continue;
    if (sound.sizeBytes % 2 === 1) warnings.add('odd_length');
    if (!isDurationPlausible(text, speed, pcmDurationMs(sound.sizeBytes, sound.rateHz, sound.format)))
      warnings.add('implausible');
  }
  return [...warnings];
}
