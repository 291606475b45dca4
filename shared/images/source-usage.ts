// Whether a relay used the picture it was sent: an estimate from how much of the source its result still shows.

/** What the estimate comes to. */
export const USAGE_VERDICTS = ['used', 'partly', 'notUsed', 'cannotTell'] as const;
export type UsageVerdict = (typeof USAGE_VERDICTS)[number];

/**
 * Why. `inPlace`: it shows the source where it was. `misaligned`: moved or scaled a little. `farOff`: zoomed, cropped or moved by more
 * than is undone. `partsDiffer`: only some of it shows the source. `unrelated`: next to nothing does. `noTexture`: the source shows too little
 * by which it could be known again. `littleOutside`: too little lies outside the mask.
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

/** The estimate. `figure`: share, 0 to 1, of what could be compared that shows the same; null where nothing could. */
export type SourceUsage = { verdict: UsageVerdict; figure: number | null; reason: UsageReason };

/** What a person can say against an estimate. */
export const PERSON_VERDICTS = ['used', 'notUsed'] as const satisfies readonly UsageVerdict[];
export type PersonVerdict = (typeof PERSON_VERDICTS)[number];

/** What holds of a result. `overridden`: the estimate's verdict where a person knew better, `verdict` then being the person's; else null. */
export type KnownSourceUsage = SourceUsage & { overridden: UsageVerdict | null };

/** A verdict that a person gives, or takes back by null. Agreeing with the estimate overrides nothing. */
export function withVerdict(known: KnownSourceUsage, verdict: PersonVerdict | null): KnownSourceUsage {
  const estimated = known.overridden ?? known.verdict;
  if (verdict === null || verdict === estimated) return { ...known, verdict: estimated, overridden: null };
  return { ...known, verdict, overridden: estimated };
}

/** A new estimate of a result; what a person has said about it stays. */
export function withEstimate(known: KnownSourceUsage | null, estimate: SourceUsage): KnownSourceUsage {
  const fresh = { ...estimate, overridden: null };
  const said = PERSON_VERDICTS.find((verdict) => known?.overridden !== null && known?.verdict === verdict);
  return said === undefined ? fresh : withVerdict(fresh, said);
}

/** What a comparison counted, in blocks of the picture outside the mask. */
export type UsageEvidence = {
  /** All blocks. */
  blocks: number;
  /** Those that show something in the source. */
  textured: number;
  /** Of these, those that show the same in the result. */
  kept: number;
  place: 'inPlace' | 'misaligned' | 'farOff';
};

/** Blocks it takes to tell anything. */
export const LEAST_TEXTURED_BLOCKS = 6;
/** Share kept from which the picture counts as used; edits and repainted parts take the rest. */
const USED = 0.6;
/** Share kept below which it counts as not used: pictures that have nothing in common come to some hundredths. */
const UNRELATED = 0.15;

/** Judges. Colours do not count: recolouring is an edit. */
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
