// Tells apart the encodings that a text file may have which is not Unicode.

import { analyse } from 'chardet';

type Range = readonly [number, number];
/**
 * `first` and `second` are the bytes of a character; `common` are the first bytes that nearly all characters of a text
 * have, if the second is at least `commonSecond`: punctuation, kana, and what the standard lists as common.
 */
type DoubleByte = {
  first: readonly Range[];
  second: readonly Range[];
  common: readonly Range[];
  commonSecond: number;
  /** What a text of its language has not. */
  foreign: RegExp;
};

const KANA = /[\u3040-\u30ff]/g;
/** Chinese and Japanese have no spaces between words, Korean has. */
const SPACED_HAN = /\p{sc=Han} (?=\p{sc=Han})/gu;
const CHINESE_FOREIGN = new RegExp(`${KANA.source}|${SPACED_HAN.source}`, 'gu');
const EUC: readonly Range[] = [[0xa1, 0xfe]];

/** Of Chinese, Japanese and Korean: GBK and KS X 1001 as the encoding standard of the web has them. */
const DOUBLE_BYTE = {
  gb18030: {
    first: [[0x81, 0xfe]],
    second: [
      [0x40, 0x7e],
      [0x80, 0xfe],
    ],
    common: [
      [0xa1, 0xa3],
      [0xb0, 0xd7],
    ],
    commonSecond: 0xa1,
    foreign: CHINESE_FOREIGN,
  },
  big5: {
    first: [[0x87, 0xfe]],
    second: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
    common: [[0xa1, 0xc6]],
    commonSecond: 0x40,
    foreign: CHINESE_FOREIGN,
  },
  shift_jis: {
    first: [
      [0x81, 0x9f],
      [0xe0, 0xfc],
    ],
    second: [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ],
    common: [
      [0x81, 0x83],
      [0x88, 0x97],
    ],
    commonSecond: 0x40,
    foreign: SPACED_HAN,
  },
  'euc-jp': {
    first: EUC,
    second: EUC,
    common: [
      [0xa1, 0xa1],
      [0xa4, 0xa5],
      [0xb0, 0xcf],
    ],
    commonSecond: 0xa1,
    foreign: SPACED_HAN,
  },
  'euc-kr': {
    first: [[0x81, 0xfe]],
    second: [[0x41, 0xfe]],
    common: [
      [0xa1, 0xa1],
      [0xb0, 0xc8],
    ],
    commonSecond: 0xa1,
    foreign: /\p{sc=Han}/gu,
  },
} as const satisfies Record<string, DoubleByte>;

/** Whether the letters are those of Latin, with the letters of ASCII among them. */
const SINGLE_BYTE = {
  'windows-1252': true,
  'windows-1250': true,
  'windows-1251': false,
  'windows-1253': false,
  'windows-1254': true,
  'windows-1255': false,
  'windows-1256': false,
  'windows-1257': true,
  'windows-1258': true,
  'windows-874': false,
  'iso-8859-2': true,
  'koi8-r': false,
} as const satisfies Record<string, boolean>;

export type LegacyEncoding = keyof typeof DOUBLE_BYTE | keyof typeof SINGLE_BYTE;
export const LEGACY_ENCODINGS: readonly LegacyEncoding[] = [
  ...(Object.keys(DOUBLE_BYTE) as (keyof typeof DOUBLE_BYTE)[]),
  ...(Object.keys(SINGLE_BYTE) as (keyof typeof SINGLE_BYTE)[]),
];

/** Names of the statistics for what the web reads as another encoding with the same letters. */
const SAME_LETTERS: Readonly<Record<string, LegacyEncoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-2': 'windows-1250',
  'iso-8859-5': 'windows-1251',
  'iso-8859-6': 'windows-1256',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
};
/** What the statistics of letters count beside what is odd. */
const STATISTICS_WEIGHT = 0.6;
/** So that short texts are what most files are. */
const USUAL: Partial<Record<LegacyEncoding, number>> = {
  gb18030: 0.05,
  'windows-1252': 0.02,
  // Where it differs from the one before, Turkish is more usual than Icelandic.
  'windows-1254': 0.03,
  'iso-8859-2': -0.03,
};
/** A text with this share of odd characters is hardly in the encoding that was found. */
const MAX_ODD = 0.2;

/** Marks that stand beside letters in any language. */
const USUAL_MARKS = /[“”‘’‚„–—…«»‹›¿¡€§©®°·•\u00a0،؛؟¶]/u;

/**
 * The encoding of bytes that are not Unicode: the one in which the fewest characters are odd, and whose letters are as
 * frequent as they usually are. `isDoubtful` says that many are odd even so. Time is proportional to the length.
 */
export function findLegacyEncoding(bytes: Uint8Array): { encoding: LegacyEncoding; isDoubtful: boolean } {
  const statistics = new Map<string, number>();
  for (const { name, confidence } of analyse(bytes)) {
    const found = SAME_LETTERS[name.toLowerCase()] ?? name.toLowerCase();
    statistics.set(found, Math.max(statistics.get(found) ?? 0, confidence / 100));
  }
  const judged = LEGACY_ENCODINGS.map((encoding) => {
    const odd = oddShareOf(bytes, encoding);
    const likely = STATISTICS_WEIGHT * (statistics.get(SAME_LETTERS[encoding] ?? encoding) ?? 0);
    const score = likely + (USUAL[encoding] ?? 0) - odd;
    return { encoding, odd, score };
  });
  const best = judged.reduce((a, b) => (b.score > a.score ? b : a));
  const text = new TextDecoder(best.encoding).decode(bytes);
  const isWestern = new TextDecoder('windows-1252').decode(bytes) === text;
  return { encoding: isWestern ? 'windows-1252' : best.encoding, isDoubtful: best.odd > MAX_ODD };
}

/** The share of characters beyond ASCII that a text in an encoding does not have; damage counts twice. */
function oddShareOf(bytes: Uint8Array, encoding: LegacyEncoding): number {
  const text = new TextDecoder(encoding).decode(bytes);
  return encoding in DOUBLE_BYTE
    ? oddOfDoubleByte(bytes, text, DOUBLE_BYTE[encoding as keyof typeof DOUBLE_BYTE], encoding === 'gb18030')
    : oddOfSingleByte(text, SINGLE_BYTE[encoding as keyof typeof SINGLE_BYTE]);
}

function oddOfDoubleByte(bytes: Uint8Array, text: string, rule: DoubleByte, hasFourBytes: boolean): number {
  const isIn = (ranges: readonly Range[], byte: number): boolean => ranges.some(([a, b]) => byte >= a && byte <= b);
  let [all, odd] = [0, 0];
  for (let i = 0; i < bytes.length; i++) {
    const [lead = 0, trail = 0] = bytes.subarray(i, i + 2);
    if (lead < 0x80) continue;
    all++;
    if (isIn(rule.first, lead) && isIn(rule.second, trail)) {
      if (trail < rule.commonSecond || !isIn(rule.common, lead)) odd++;
      i++;
    } else if (hasFourBytes && trail >= 0x30 && trail <= 0x39) i += 3;
    // A file may be cut inside its last character.
    else if (i + 1 < bytes.length) odd += 2;
  }
  odd += countOf(text, rule.foreign);
  if (rule.foreign === SPACED_HAN) {
    // A third of a Japanese text is kana, at least.
    odd += Math.max(0, (countOf(text, /\p{sc=Han}/gu) - 3 * countOf(text, KANA)) / 3);
  }
  return all === 0 ? 1 : odd / all;
}

function oddOfSingleByte(text: string, isLatin: boolean): number {
  let [all, odd, before] = [0, 0, ''];
  for (const one of text) {
    if (one > '\x7f') {
      all++;
      if (/[\u0080-\u009f\ufffd]/u.test(one)) odd += 2;
      else if (/\p{M}/u.test(one)) odd += /[\p{L}\p{M}]/u.test(before) ? 0 : 1;
      else if (/\p{L}/u.test(one)) odd += /\p{Lu}/u.test(one) && /\p{Ll}/u.test(before) ? 1 : 0;
      else odd += !USUAL_MARKS.test(one) || (/[¿¡]/.test(one) && /\p{L}/u.test(before)) ? 1 : 0;
    }
    before = one;
  }
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const beyond = countOf(word, /[^\p{ASCII}]/gu);
    if (isLatin && word.length >= 4 && beyond > 0.6 * word.length) odd += beyond / 2;
    const own = countOf(word, /[^\p{sc=Latin}]/gu);
    if (!isLatin && (beyond < word.length || (own > 0 && own < word.length))) odd += beyond;
  }
  return all === 0 ? 0 : odd / all;
}

function countOf(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}
