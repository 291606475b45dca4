// Estimates whether a relay used the picture it was sent, from how much of the source its result still shows.

/** The possible verdicts. */
export const USAGE_VERDICTS = ['used', 'partly', 'notUsed', 'cannotTell'] as const;
export type UsageVerdict = (typeof USAGE_VERDICTS)[number];

/**
 * The reason. `inPlace`: the result shows the source at the same position. `misaligned`: slightly moved or scaled.
 * `farOff`: zoomed, cropped or moved by more than can be corrected. `partsDiffer`: only parts of it show the source.
 * `unrelated`: almost nothing does. `noTexture`: the source has too little texture to be recognised. `littleOutside`:
 * too little is outside the mask.
 */
export const USAGE_REASONS = [
  'inPlace',
  'misaligned',
  'farOff',
  'partsDiffer',
  'unrelated',
  'noTexture',
  'littleOutside',
] as const;
type UsageReason = (typeof USAGE_REASONS)[number];

/**
 * The estimate. `figure`: fraction, 0 to 1, of the comparable area that shows the same; null if nothing was comparable.
 */
export type SourceUsage = { verdict: UsageVerdict; figure: number | null; reason: UsageReason };

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
  place: 'inPlace' | 'misaligned' | 'farOff';
};

/** Minimum number of textured blocks for an estimate. */
export const LEAST_TEXTURED_BLOCKS = 6;
/** Fraction of kept blocks from which the picture counts as used; edits and repainted parts change the others. */
const USED = 0.6;
/** Fraction of kept blocks below which it counts as not used: unrelated pictures reach a few hundredths. */
const UNRELATED = 0.15;

/** Estimates the verdict. Colours are not compared, because recolouring is an edit. */
export function judgeSourceUsage({ blocks, textured, kept, place }: UsageEvidence): SourceUsage {
  if (textured < LEAST_TEXTURED_BLOCKS) {
    const reason = blocks < LEAST_TEXTURED_BLOCKS ? 'littleOutside' : 'noTexture';
    return { verdict: 'cannotTell', figure: null, reason };
  }
  const figure = kept / textured;
  if (figure < UNRELATED) return { verdict: 'notUsed', figure, reason: 'unrelated' };
  if (figure < USED) return { verdict: 'partly', figure, reason: 'partsDiffer' };
  return { verdict: 'used', figure, reason: place };
}
