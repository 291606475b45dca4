// What a destination decides of an export: a person says what the sound is for, not what it is like.

import type { ExportDestination } from '../../../shared/library/saving.ts';
import { type ExportChoices, type ExportProduct, FIRST_CHOICES } from '../../items/export-lines.ts';

/** What each destination has other than a first export. */
const PRESETS: Readonly<Record<Exclude<ExportDestination, 'custom'>, Partial<ExportChoices>>> = {
  podcast: { kind: 'mp3', rateHz: 44_100, bitrateKbps: 128, loudness: -16 },
  audiobook: { kind: 'mp3', rateHz: 44_100, bitrateKbps: 192, channels: 1, split: 'chapters', isAudiobook: true },
  video: { rateHz: 48_000, bits: 24, subtitleFormat: 'srt', hasNames: false },
  broadcast: { rateHz: 48_000, bits: 24, loudness: -23 },
};

/** The choices for a destination: what becomes of lines without sound is a person's, the rest only for `custom`. */
export function choicesFor(destination: ExportDestination, choices: ExportChoices): ExportChoices {
  if (destination === 'custom') return choices;
  const { missing, changed } = choices;
  return { ...FIRST_CHOICES, missing, changed, ...PRESETS[destination] };
}

/** What a destination needs of the lines. */
export function productFor(destination: ExportDestination): ExportProduct {
  return destination === 'video' ? 'both' : 'sound';
}
