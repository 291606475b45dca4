// Estimates whether a relay used the picture it was sent, from how much of the source its result still shows.

/** The possible verdicts. */
export const USAGE_VERDICTS = ['used', 'partly', 'notUsed', 'cannotTell'] as const;
export type UsageVerdict = (typeof USAGE_VERDICTS)[number];

/**
 * The reason. `inPlace`: the result shows the source at the same position. `misaligned`: slightly moved or scaled.
 * `farOff`: zoomed, cropped or moved by more than can be corrected. `otherShape`: the source, but not in the shape that
 * was requested. `mirrored`: left and right are exchanged. `cropped`: more than a quarter is cut off. `restyled`: the
 * shapes are the source's, but drawn anew in other tones. `partsDiffer`: only parts of it show the source.
 * `unrelated`: almost nothing does. `noTexture`: the source has too little texture to be recognised. `littleOutside`:
 * too little is outside the mask.
 */
export const USAGE_REASONS = [
  'inPlace',
  'misaligned',
  'farOff',
  'otherShape',
  'mirrored',
  'cropped',
  'restyled',
  'partsDiffer',
  'unrelated',
  'noTexture',
  'littleOutside',
] as const;
type UsageReason = (typeof USAGE_REASONS)[number];

/** The reasons for `partly` of a result that shows the source, as a whole or a large part of it, but changed. */
export const CHANGED_REASONS = ['otherShape', 'mirrored', 'cropped', 'restyled'] as const satisfies UsageReason[];
export type ChangedReason = (typeof CHANGED_REASONS)[number];

/** Whether a reason is one of `CHANGED_REASONS`. */
export function isChangedReason(reason: UsageReason): reason is ChangedReason {
  return CHANGED_REASONS.some((one) => one === reason);
}

/** Whether a block of the source was found again in the result: yes, no, or not comparable. */
export const BLOCK_MARKS = { found: '+', missing: '-', unknown: '.' } as const;

/**
 * The estimate. `figure`: fraction, 0 to 1, of the comparable area that shows the same; null if nothing was comparable.
 * `blocks`: the source in blocks, row by row, each a letter of `BLOCK_MARKS`; items of earlier versions, and estimates by
 * which nothing can be told, have none.
 */
export type SourceUsage = {
  verdict: UsageVerdict;
  figure: number | null;
  reason: UsageReason;
  blocks?: string[] | undefined;
};

/** Rows of blocks, and blocks in a row, at most. */
export const MAX_BLOCKS = 64;

/** How many blocks could be compared, and how many of these were found again. */
export function countBlocks(blocks: readonly string[]): { comparable: number; found: number } {
  const letters = blocks.join('');
  const found = letters.split(BLOCK_MARKS.found).length - 1;
  return { comparable: found + letters.split(BLOCK_MARKS.missing).length - 1, found };
}

/** The verdicts with which a person can override an estimate. */
export const PERSON_VERDICTS = ['used', 'notUsed'] as const satisfies readonly UsageVerdict[];
export type PersonVerdict = (typeof PERSON_VERDICTS)[number];

/**
 * The verdict on a result. `overridden`: the estimate's verdict if a person has overridden it, in which case `verdict`
 * is the person's; otherwise null.
 */
export type KnownSourceUsage = SourceUsage & { overridden: UsageVerdict | null };

/** Sets a person's verdict, or removes it by null. The same verdict as the estimate overrides nothing. */
export function withVerdict(known: KnownSourceUsage, verdict: PersonVerdict | null): KnownSourceUsage {
  const estimated = known.overridden ?? known.verdict;
  if (verdict === null || verdict === estimated) return { ...known, verdict: estimated, overridden: null };
  return { ...known, verdict, overridden: estimated };
}

/** Sets a new estimate for a result; a person's verdict stays. */
export function withEstimate(known: KnownSourceUsage | null, estimate: SourceUsage): KnownSourceUsage {
  const fresh = { ...estimate, overridden: null };
  const said = PERSON_VERDICTS.find((verdict) => known?.overridden !== null && known?.verdict === verdict);
  return said === undefined ? fresh : withVerdict(fresh, said);
}

/** The counts of a comparison, in blocks of the picture outside the mask. */
export type UsageEvidence = {
  /** All blocks. */
  blocks: number;
  /** Blocks that have texture in the source. */
  textured: number;
  /** Textured blocks that show the same in the result. */
  kept: number;
  /** Where, and how. */
  place: 'inPlace' | 'misaligned' | 'farOff' | ChangedReason;
  /** See `SourceUsage.blocks`. */
  marks: string[];
};

/** Minimum number of textured blocks for an estimate. */
export const MIN_TEXTURED_BLOCKS = 6;
/** Fraction of kept blocks from which the picture counts as used; edits and repainted parts change the others. */
const USED = 0.6;
/** Fraction of kept blocks below which it counts as not used: unrelated pictures reach a few hundredths. */
const UNRELATED = 0.15;

/** Estimates the verdict. Colours are not compared, because recolouring is an edit. */
export function judgeSourceUsage({ blocks, textured, kept, place, marks }: UsageEvidence): SourceUsage {
  if (textured < MIN_TEXTURED_BLOCKS) {
    const reason = blocks < MIN_TEXTURED_BLOCKS ? 'littleOutside' : 'noTexture';
    return { verdict: 'cannotTell', figure: null, reason };
  }
  const figure = kept / textured;
  const by = (verdict: UsageVerdict, reason: UsageReason): SourceUsage => ({ verdict, figure, reason, blocks: marks });
  if (figure < UNRELATED) return by('notUsed', 'unrelated');
  if (isChangedReason(place)) return by('partly', place);
  return figure < USED ? by('partly', 'partsDiffer') : by('used', place);
}
