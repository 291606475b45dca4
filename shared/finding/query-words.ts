// The words of searches in every language, each of which is understood whatever the language of the app is.

import { USAGE_VERDICTS } from '../images/source-usage.ts';
import { FACET_KEYS, type Facet, ITEM_KINDS, MARKS } from './facets.ts';
import { NAMED_DAYS } from './query-terms.ts';

/** Each value of a closed set with its words: the English one, the Chinese one, and others. */
type Words = readonly (readonly [value: string, ...words: string[]])[];

const KINDS: Words = [
  ['speech', 'speech', '语音', 'audio', 'take', 'takes', '音频'],
  ['edit', 'picture', '图片', 'pictures', 'edit', 'image', '图像'],
  ['reply', 'reply', '回复', 'replies'],
];

const VERDICTS: Words = [
  ['used', 'yes', '是', 'used', '已采用'],
  ['notUsed', 'no', '否', 'notused', '未采用'],
  ['partly', 'partly', '部分'],
  ['cannotTell', 'unknown', '未知', 'cannottell', '无法判断'],
];

const MARK_WORDS: Words = [
  ['cut', 'cut', '截断', '中断'],
  ['otherFormat', 'other-format', '其他格式', 'otherformat'],
  ['joined', 'joined', '拼接'],
  ['no_sound', 'no-sound', '无声'],
  ['trailing_text', 'trailing-text', '尾部文字'],
  ['trailing_error', 'trailing-error', '尾部错误'],
  ['odd_length', 'odd-length', '残缺采样'],
  ['implausible', 'implausible', '时长异常'],
  ['damaged', 'damaged', '损坏'],
  ['undecodable', 'undecodable', '无法解码'],
  ['foreign', 'foreign', '外来格式'],
  ['tooLarge', 'too-large', '过大'],
];

const DAYS: Words = [
  ['today', 'today', '今天'],
  ['yesterday', 'yesterday', '昨天'],
  ['last7days', 'last7days', '最近7天', 'week'],
  ['last30days', 'last30days', '最近30天', 'month'],
  ['thisYear', 'this-year', '今年', 'thisyear'],
];

const TRUTHS: Words = [
  ['yes', 'yes', '是', 'true'],
  ['no', 'no', '否', 'false'],
];

/** The values of the facets that have few. */
export const CLOSED_VALUES: Partial<Record<Facet, Words>> = {
  kind: KINDS,
  verdict: VERDICTS,
  mark: MARK_WORDS,
  date: DAYS,
  starred: TRUTHS,
  protected: TRUTHS,
};

/** Units of lengths in milliseconds, the one that is written first. */
export const LENGTH_UNITS: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['sec', 1000],
  ['秒', 1000],
  ['ms', 1],
  ['毫秒', 1],
  ['m', 60_000],
  ['min', 60_000],
  ['分', 60_000],
  ['分钟', 60_000],
  ['h', 3_600_000],
  ['小时', 3_600_000],
]);

/** Units of sizes in bytes. */
export const SIZE_UNITS: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['字节', 1],
  ['k', 1024],
  ['kb', 1024],
  ['m', 1024 * 1024],
  ['mb', 1024 * 1024],
  ['g', 1024 ** 3],
  ['gb', 1024 ** 3],
]);

/** Every value that a closed set must have a word for; for the test of this table. */
export const EVERY_CLOSED_VALUE = { kind: ITEM_KINDS, verdict: USAGE_VERDICTS, mark: MARKS, date: NAMED_DAYS };

const facetOfKey = new Map<string, Facet>(
  Object.entries(FACET_KEYS).flatMap(([facet, keys]) => keys.map((key) => [key, facet as Facet] as const)),
);

/** Returns the facet that a key means; undefined if it is not a key. */
export function facetOf(key: string): Facet | undefined {
  return facetOfKey.get(key.toLowerCase());
}

/** Returns the value of a closed set that a word means. */
export function closedValueOf(facet: Facet, word: string): string | undefined {
  const wanted = word.toLowerCase();
  return CLOSED_VALUES[facet]?.find(([, ...words]) => words.includes(wanted))?.[0];
}
