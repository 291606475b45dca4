// Makes the item of a take, whose file is in its place, and ends its job.

import type { SpeechItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import { NOTHING_KEPT, withKept } from '../../shared/library/kept.ts';
import { pausesMs } from '../../shared/script/directions.ts';
import type { AudioWarning } from '../../shared/speech/audio-warnings.ts';
import { isRaw, KIND_FACTS } from '../../shared/speech/formats.ts';
import { titleOf } from '../../shared/text/title.ts';
import { type MeasuredAudio, measureAudio, warningsOf } from '../library/audio-facts.ts';
import { endOf } from './job-handle.ts';
import type { SpeechArrival, SpeechRecord } from './job-record.ts';
import type { SpeechHandle, SpeechJobTools } from './speech-sending.ts';

/** The audio of a take. */
export type SavedTake = NonNullable<SpeechArrival['take']>;
/** What an item says that does not follow from its job. */
export type OwnFacts = Partial<Pick<SpeechItem, 'id' | 'request' | 'fingerprint' | 'line' | 'parts'>> & {
  warnings?: readonly AudioWarning[];
};

/**
 * Measures a take, registers its file and describes it. @param rateHz that of its samples if they are raw.
 * @param error why it is not complete.
 */
export async function describeTake(
  job: SpeechRecord,
  tools: Pick<SpeechJobTools, 'media' | 'library'>,
  { media, format, isComplete }: SavedTake,
  rateHz: number,
  error: AppError | null,
  { warnings = [], ...own }: OwnFacts = {},
): Promise<SpeechItem> {
  const { extension, mime } = KIND_FACTS[format];
  const path = tools.media.pathOf(media.mediaId, extension);
  const measured = await measureAudio(path, format, media.sizeBytes, rateHz);
  await tools.library.addMedia({ ...media, extension, mime, pcmRateHz: isRaw(format) ? rateHz : null });
  const { sampleRateHz, durationMs } = measured;
  const request = own.request ?? job.request;
  const isBrokenOff = error?.code === 'reply.broken_off';
  return {
    // One job makes one item; settling it twice still makes one.
    id: job.id,
    kind: 'speech',
    title: titleOf(request.text),
    createdAtMs: job.createdAtMs,
    connectionName: job.arrival?.connectionName ?? '',
    connectionOrigin: job.arrival?.connectionOrigin ?? '',
    model: job.arrival?.model ?? '',
    ...NOTHING_KEPT,
    ...media,
    mime,
    isComplete,
    warnings: [
      ...new Set([...warnings, ...ownWarnings(measured, { media, format, isComplete }, request, isBrokenOff)]),
    ],
    relayMessage: isBrokenOff ? String(error.details.relayMessage ?? '') : '',
    audio: { askedFormat: request.format, format, sampleRateHz, durationMs },
    fingerprint: job.fingerprint,
    request,
    line: job.line,
    parts: null,
    ...own,
  };
}

function ownWarnings(
  measured: MeasuredAudio,
  { media, format, isComplete }: SavedTake,
  request: SpeechItem['request'],
  isBrokenOff: boolean,
): AudioWarning[] {
  const spokenMs = measured.durationMs === null ? null : measured.durationMs - pausesMs(request.pauses);
  if (isComplete)
    return warningsOf({ ...measured, durationMs: spokenMs }, { format, sizeBytes: media.sizeBytes }, request);
  // A truncated take is already known to be odd, so no further warnings are determined.
  return isBrokenOff ? ['trailing_error'] : [];
}

/** Adds an item; one of an earlier reading is replaced. */
export async function addTake(item: SpeechItem, { library, onLibraryChanged }: SpeechJobTools): Promise<void> {
  if ((await library.change(item.id, (before) => withKept(before, item))) === undefined) await library.add(item);
  onLibraryChanged(item.id);
}

/** Adds the item of a job; the job ends in the same transaction. @param otherIds items that were added before. */
export async function endWithTake(
  job: SpeechHandle,
  { library, onLibraryChanged }: SpeechJobTools,
  item: SpeechItem,
  error: AppError | null,
  otherIds: readonly string[] = [],
): Promise<void> {
  // The take of an earlier reading.
  await library.change(item.id, (before) => withKept(before, item));
  const end = { ...endOf(error), ...(!error && { replyId: null }), itemIds: [item.id, ...otherIds] };
  await job.endWith(end, (ended) => library.add(item, ended));
  onLibraryChanged(item.id);
}
