// What an item is called in lists. Pure functions.

import type { LibraryItem, SpeechItem } from '../../shared/contract/library.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';
import { findVoice } from '../../shared/speech/voices.ts';
import { formatDuration, formatExactTime } from '../../shared/text/format-text.ts';
import { titleOf } from '../../shared/text/title.ts';

/** Returns the text that a person wrote for an item: the script, the instruction, or of a reply what is known of it. */
export function writtenText(item: LibraryItem): string {
  switch (item.kind) {
    case 'speech':
      return item.request.text;
    case 'edit':
      return item.request.prompt;
    case 'reply':
      return item.title;
  }
}

/** Returns what is shown as an item's name: the title that a person gave it, or the whole text that it was made of. */
export function itemCaption(item: LibraryItem): string {
  const text = writtenText(item);
  return item.title === titleOf(text) ? text : item.title;
}

/** Returns a short name of a take's voice. @param defaultName that of the relay's own choice */
export function voiceNameOf({ request }: SpeechItem, defaultName: string): string {
  if (request.voice === null) return defaultName;
  return findVoice(request.voice)?.name.split(' / ').at(-1) ?? request.voice;
}

/** Returns the length of a take as `0:03`. */
export function takeDuration({ audio }: SpeechItem): string {
  return formatDuration(audio.durationMs === null ? null : audio.durationMs / 1000);
}

/** Returns what an incomplete take lacks: parts of its text, or the end of its sound. */
export function cutText({ parts }: SpeechItem, t: Translate): string {
  if (parts === null) return t('takes.cut');
  return t('takes.partsArrived', { arrived: parts.kept.length, count: parts.count });
}

/** How many parts of a cut text have not arrived; 0 if all have, or none did. */
export function missingParts({ parts }: SpeechItem): number {
  return parts === null || parts.kept.length === 0 ? 0 : parts.count - parts.kept.length;
}

/** Returns a name that tells a take apart from others of the same text: with voice and time. */
export function takeName(item: SpeechItem, t: Translate, locale: Locale): string {
  return t('takes.named', {
    title: item.title,
    voice: voiceNameOf(item, t('speech.voiceDefault')),
    time: formatExactTime(item.createdAtMs, locale),
  });
}

/** The takes among items, in the order in which they were made: lists show the newest first. */
export function takesOf(items: readonly LibraryItem[]): SpeechItem[] {
  return items.filter((item) => item.kind === 'speech').toReversed();
}

/** Its star and its rating in words; nothing if it has neither. */
export function keptWords({ isStarred, rating }: LibraryItem, t: Translate): string[] {
  return [...(isStarred ? [t('keep.starred')] : []), ...(rating > 0 ? [t('keep.rated', { count: rating })] : [])];
}
