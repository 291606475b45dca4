// How lines fit the times of imported subtitles, in words.

import type { Translate } from '../../shared/i18n/index.ts';
import type { PlacementCounts } from '../../shared/subtitles/place-speech.ts';

/** Lists what is counted; a line may be both sped up and late. */
export function fitText({ fitting, spedUp, pushed, overrunning }: PlacementCounts, t: Translate): string {
  return [
    ...(fitting > 0 ? [t('export.fit.fitting', { count: fitting })] : []),
    ...(spedUp > 0 ? [t('export.fit.spedUp', { count: spedUp })] : []),
    ...(pushed > 0 ? [t('export.fit.pushed', { count: pushed })] : []),
    ...(overrunning > 0 ? [t('export.fit.overrunning', { count: overrunning })] : []),
  ].join(t.separators.list);
}
