// What facets and their values are called. Pure functions.

import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import type { Facet } from '../../../shared/finding/facets.ts';
import type { PlainMessageKey, Translate } from '../../../shared/i18n/index.ts';
import { findVoice } from '../../../shared/speech/voices.ts';
import { formatFileSize } from '../../../shared/text/format-text.ts';
import { scriptTitle } from '../../items/script-title.ts';
import { connectionName } from '../../jobs/connection-text.ts';
import type { SetPart } from './facet-choices.ts';

/** Names of values whose texts are not made here, by facet and value; null where what has this id is gone. */
export type ValueLabels = (facet: Facet, value: string) => string | null;

/**
 * Returns what a value of a facet is called.
 * @param label the name that came with it; empty if it is the value, null if what has this id is gone
 */
export function valueText(facet: Facet, value: string, label: string | null, t: Translate): string {
  switch (facet) {
    case 'kind':
      return value === 'speech' || value === 'edit' || value === 'reply' ? t(`finding.kind.${value}`) : value;
    case 'voice':
      return value === '' ? t('speech.voiceDefault') : (findVoice(value)?.name.split(' / ').at(-1) ?? value);
    case 'language':
      return languageText(value, t);
    case 'connection':
      return connectionName({ id: value, name: label || value }, t);
    case 'format':
      return value.toUpperCase();
    case 'script':
      return label === null ? t('finding.scriptGone') : scriptTitle({ title: label, excerpt: '' }, t);
    case 'starred':
    case 'protected':
      return t(value === 'yes' ? 'finding.yes' : 'finding.no');
    case 'rating':
      return t('finding.ratingFrom', { count: Number(value) });
    case 'verdict':
    case 'mark':
    case 'date':
    case 'duration':
    case 'size':
      return namedText(facet, value, t);
    default:
      return label || value;
  }
}

/** Texts of the values of closed sets. */
function namedText(facet: Facet, value: string, t: Translate): string {
  const known = `${facet}.${value}`;
  const key = KEYS.find((one) => one === `finding.${known}`) ?? OTHER_KEYS[known];
  return key === undefined ? value : t(key);
}

const KEYS = [
  'finding.verdict.used',
  'finding.verdict.partly',
  'finding.verdict.notUsed',
  'finding.verdict.cannotTell',
  'finding.mark.otherFormat',
  'finding.mark.foreign',
  'finding.date.today',
  'finding.date.yesterday',
  'finding.date.last7days',
  'finding.date.last30days',
  'finding.date.thisYear',
  'finding.duration.under5s',
  'finding.duration.to30s',
  'finding.duration.to2min',
  'finding.duration.to10min',
  'finding.duration.over10min',
  'finding.size.under100k',
  'finding.size.to1m',
  'finding.size.to10m',
  'finding.size.over10m',
] as const;

/** Marks that have texts elsewhere. */
const OTHER_KEYS: Readonly<Record<string, PlainMessageKey>> = {
  'mark.cut': 'takes.cut',
  'mark.joined': 'takes.warning.joined',
  'mark.no_sound': 'takes.warning.no_sound',
  'mark.trailing_text': 'takes.warning.trailing_text',
  'mark.trailing_error': 'takes.warning.trailing_error',
  'mark.odd_length': 'takes.warning.odd_length',
  'mark.implausible': 'takes.warning.implausible',
  'mark.damaged': 'picture.mark.damaged',
  'mark.undecodable': 'picture.mark.undecodable',
  'mark.tooLarge': 'picture.mark.tooLarge',
};

function languageText(tag: string, t: Translate): string {
  try {
    return new Intl.DisplayNames(t.locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    // Relays may have other words for languages.
    return tag;
  }
}

/** Returns what a chip says: the facet, and what is set of it. */
export function partText(part: SetPart, filter: LibraryFilter, labels: ValueLabels, t: Translate): string {
  const { facet, value } = part;
  const text = value === null ? rangeText(facet, filter, t) : valueText(facet, value, labels(facet, value), t);
  return `${t(`finding.facet.${facet}`)}: ${text}`;
}

/** A range that has no name: `2026-11-01 – 2026-11-20`. */
function rangeText(facet: Facet, filter: LibraryFilter, t: Translate): string {
  const { fromDay, toDay, durationMs, sizeBytes } = filter;
  if (facet === 'date') return `${fromDay ?? ''} – ${toDay ?? ''}`;
  const [{ min, max }, print] =
    facet === 'duration'
      ? [durationMs, (ms: number) => `${ms / 1000} s`]
      : [sizeBytes, (bytes: number) => formatFileSize(bytes, t, t.locale)];
  return `${min === null ? '' : print(min)} – ${max === null ? '' : print(max)}`;
}
