// What items of the library can be found by: facets with their values, and ranges of lengths, sizes and days.

import { PICTURE_STATES, type PictureState } from '../images/picture-states.ts';
import { AUDIO_WARNINGS } from '../speech/audio-warnings.ts';

/** The kinds of items. */
export const ITEM_KINDS = ['speech', 'edit', 'reply'] as const;

/** Facets of which several values can be chosen: an item then has one of them. */
export const VALUE_FACETS = [
  'voice',
  'language',
  'connection',
  'model',
  'format',
  'verdict',
  'mark',
  'script',
  'tag',
  'collection',
] as const;
export type ValueFacet = (typeof VALUE_FACETS)[number];

/** Ranges that can be chosen by name: how long, how large, when. */
const RANGE_FACETS = ['duration', 'size', 'date'] as const;

/** Everything whose values are counted. `starred` and `protected` have the values `yes` and `no`, `rating` 0 to 5. */
export const FACETS = ['kind', ...VALUE_FACETS, ...RANGE_FACETS, 'starred', 'rating', 'protected'] as const;
export type Facet = (typeof FACETS)[number];

/** The keys of conditions in searches: of each facet the English word and the Chinese one; others are understood as well. */
export const FACET_KEYS = {
  kind: ['kind', '类型', 'type', '种类'],
  date: ['date', '日期', 'day', '时间'],
  voice: ['voice', '音色', '声音', '语音'],
  language: ['language', '语言', 'lang'],
  connection: ['connection', '连接', 'relay'],
  model: ['model', '模型'],
  format: ['format', '格式'],
  duration: ['duration', '时长', 'length', '长度'],
  size: ['size', '大小'],
  verdict: ['used', '采用', 'verdict', '使用'],
  protected: ['protected', '保护'],
  mark: ['mark', '标记'],
  script: ['script', '脚本', '剧本'],
  starred: ['starred', '星标', 'star', '收藏'],
  rating: ['rating', '评分', '星级'],
  tag: ['tag', '标签'],
  collection: ['collection', '合集', '收藏集'],
} as const satisfies Record<Facet, readonly [string, string, ...string[]]>;

/** States of a picture's file that are no marks. */
const UNMARKED_STATES: readonly PictureState[] = ['unchecked', 'whole'];

/**
 * What is odd about an item. `cut`: its sound ends early, or a part of it is missing. `otherFormat`: the relay sent
 * another format than was asked for. The others are the warnings about sound and the faults of pictures.
 */
export const MARKS: readonly string[] = [
  'cut',
  'otherFormat',
  ...AUDIO_WARNINGS.filter((warning) => warning !== 'truncated'),
  ...PICTURE_STATES.filter((state) => !UNMARKED_STATES.includes(state)),
];

/** A range with a name: from `min` up to, not including, `max`; null is open. */
export type NamedRange = { name: string; min: number | null; max: number | null };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const MIB = 1024 * 1024;

/** Lengths of takes, in milliseconds. */
export const DURATION_RANGES: readonly NamedRange[] = [
  { name: 'under5s', min: null, max: 5 * SECOND },
  { name: 'to30s', min: 5 * SECOND, max: 30 * SECOND },
  { name: 'to2min', min: 30 * SECOND, max: 2 * MINUTE },
  { name: 'to10min', min: 2 * MINUTE, max: 10 * MINUTE },
  { name: 'over10min', min: 10 * MINUTE, max: null },
];

/** Sizes of files, in bytes. */
export const SIZE_RANGES: readonly NamedRange[] = [
  { name: 'under100k', min: null, max: 100 * 1024 },
  { name: 'to1m', min: 100 * 1024, max: MIB },
  { name: 'to10m', min: MIB, max: 10 * MIB },
  { name: 'over10m', min: 10 * MIB, max: null },
];
