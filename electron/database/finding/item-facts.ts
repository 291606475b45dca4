// The facts of an item: what it is filtered, counted and sorted by.

import type { EditItem, LibraryItem, SpeechItem } from '../../../shared/contract/library.ts';
import { ITEM_KINDS, MARKS, VALUE_FACETS, type ValueFacet } from '../../../shared/finding/facets.ts';
import { faultOf } from '../../../shared/images/picture-states.ts';
import { tagKey } from '../../../shared/library/kept.ts';
import { contentFacts, contentOfMime } from '../../../shared/library/reply-contents.ts';
import { formatFor } from '../../../shared/speech/formats.ts';
import { findVoice } from '../../../shared/speech/voices.ts';
import { inHanOrder } from './han-order.ts';

/** To be increased with every change of what the facts of an item are; all are then made anew. */
export const FACTS_VERSION = 3;

/** A value of a facet, and how it is called where that is not the value itself. */
export type NamedValue = { value: string; label: string };

/** Facets of which an item may have several values, which are kept elsewhere. */
const SEVERAL = ['mark', 'tag', 'collection'] as const;
export type NumberedFacet = Exclude<ValueFacet, (typeof SEVERAL)[number]>;
/** The facets whose values are numbered in `facet_values`; each is a column of `item_facts`. */
export const NUMBERED_FACETS = VALUE_FACETS.filter(
  (facet): facet is NumberedFacet => !SEVERAL.some((one) => one === facet),
);

/** Null: the facet does not concern the item. */
export type ItemFacts = {
  kind: number;
  createdAtMs: number;
  /** In milliseconds; -1 if it has no length, or if that is not known. */
  durationMs: number;
  sizeBytes: number;
  nameKey: string;
  /** One bit for each of `MARKS`, in their order. */
  marks: number;
  isStarred: number;
  rating: number;
  isProtected: number | null;
  values: Record<NumberedFacet, NamedValue | null>;
  tags: NamedValue[];
};

/** Longest key for sorting by name, in characters. */
const NAME_KEY = 60;
/** Numbers in names are sorted by their values up to this number of digits. */
const DIGITS = 8;

/** Returns the facts of an item. */
export function factsOf(item: LibraryItem): ItemFacts {
  const common = {
    kind: ITEM_KINDS.indexOf(item.kind),
    createdAtMs: item.createdAtMs,
    nameKey: nameKey(item.title),
    ...keptFacts(item),
  };
  switch (item.kind) {
    case 'speech':
      return { ...common, ...takeFacts(item) };
    case 'edit':
      return { ...common, ...pictureFacts(item) };
    case 'reply':
      return {
        ...common,
        durationMs: -1,
        sizeBytes: item.sizeBytes,
        marks: 0,
        isProtected: null,
        values: {
          ...NO_VALUES,
          connection: connectionOf(item, item.asked?.request.connectionId),
          model: item.model === '' ? null : plain(item.model),
          format: plain(contentFacts(item.content).extension),
        },
      };
  }
}

const NO_VALUES = Object.fromEntries(NUMBERED_FACETS.map((facet) => [facet, null])) as Record<NumberedFacet, null>;

function takeFacts(item: SpeechItem) {
  const { request, audio, warnings } = item;
  const voice = request.voice === null ? undefined : findVoice(request.voice);
  const language = request.extras.language ?? voice?.languages[0];
  const marks: string[] = warnings.filter((warning) => warning !== 'truncated');
  if (!item.isComplete || warnings.includes('truncated')) marks.push('cut');
  // The parts of a cut text are asked for as pcm, whatever was chosen.
  if (item.parts === null && formatFor(audio.format) !== audio.askedFormat) marks.push('otherFormat');
  return {
    durationMs: audio.durationMs ?? -1,
    sizeBytes: item.sizeBytes,
    marks: bitsOf(marks),
    isProtected: null,
    values: {
      ...NO_VALUES,
      voice: { value: request.voice ?? '', label: voice?.name ?? '' },
      language: language === undefined ? null : plain(language),
      connection: connectionOf(item, request.connectionId),
      model: item.model === '' ? null : plain(item.model),
      format: plain(contentFacts(audio.format).extension),
      script: item.line === null ? null : plain(item.line.scriptId),
    },
  };
}

function pictureFacts(item: EditItem) {
  const { raw, request, used } = item;
  const content = contentOfMime(raw.mime);
  const asked = request.form === 'multipart' ? request.options.outputFormat : null;
  const fault = faultOf(raw.state);
  const marks: string[] = fault === undefined ? [] : [fault];
  if (asked !== null && asked !== content) marks.push('otherFormat');
  return {
    durationMs: -1,
    sizeBytes: raw.sizeBytes,
    marks: bitsOf(marks),
    isProtected: item.protected === null ? 0 : 1,
    values: {
      ...NO_VALUES,
      connection: connectionOf(item, request.connectionId),
      model: plain(item.model),
      format: plain(content === undefined ? raw.mime.replace(/^.*\//, '') : contentFacts(content).extension),
      verdict: used === null ? null : plain(used.verdict),
    },
  };
}

/** What a person has noted about an item. */
function keptFacts(item: LibraryItem): Pick<ItemFacts, 'isStarred' | 'rating' | 'tags'> {
  return {
    isStarred: item.isStarred ? 1 : 0,
    rating: item.rating,
    tags: item.tags.map((tag) => ({ value: tagKey(tag), label: tag })),
  };
}

function plain(value: string): NamedValue {
  return { value, label: '' };
}

function connectionOf(item: LibraryItem, connectionId: string | undefined): NamedValue | null {
  return connectionId === undefined ? null : { value: connectionId, label: item.connectionName };
}

function bitsOf(marks: readonly string[]): number {
  return marks.reduce((bits, mark) => bits | markBit(mark), 0);
}

/** Returns the bit of a mark; 0 if there is no such mark. */
export function markBit(mark: string): number {
  const index = MARKS.indexOf(mark);
  return index < 0 ? 0 : 2 ** index;
}

/**
 * Returns a key whose order, by code points, is that of names: case makes no difference, numbers count by value, Chinese is
 * sorted by its reading.
 */
function nameKey(title: string): string {
  const simple = title
    .slice(0, NAME_KEY * 4)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\d+/g, (digits) => digits.padStart(DIGITS, '0'))
    .slice(0, NAME_KEY)
    .toWellFormed();
  return inHanOrder(simple);
}
