// Puts into words how far a result can be trusted: whether the picture was used, how far the result had slipped, how well it meets the rest. Pure; it must not know
// where the words stand.

import type { EditItem } from '../../../shared/contract/library.ts';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import type { KnownUse, PictureUse } from '../../../shared/images/picture-use.ts';
import { percentText } from '../mask/mask-words.ts';
import type { Difference } from '../pipeline/tasks-contract.ts';
import { adjustmentsOf } from '../ports.ts';
import { storedOf } from '../results/protection.ts';

/** What is known of the use of a picture; in its place, why nothing is. */
export type UseState = KnownUse | 'checking' | 'failed' | 'noSource';

/** Looks it up. @param isUndone the work on the result came to nothing. */
export function useStateOf(item: EditItem, isUndone: boolean): UseState {
  if (item.used !== null) return item.used;
  if (storedOf(item) === null) return 'noSource';
  return isUndone ? 'failed' : 'checking';
}

/** The verdict, in a few words. */
export function verdictWords(use: UseState, t: Translate): string {
  if (use === 'checking') return t('images.use.checking');
  if (use === 'failed' || use === 'noSource') return t('images.use.cannotTell');
  if (use.overruled !== null) return t(use.verdict === 'used' ? 'images.use.saidUsed' : 'images.use.saidNotUsed');
  return estimateWords(use, t);
}

/** Why it is so, one sentence each. */
export function verdictReasons(use: UseState, t: Translate): string[] {
  if (typeof use === 'string') return [t(`images.useReason.${use}`)];
  const { figure, reason, overruled } = use;
  return [
    ...(overruled === null
      ? []
      : [t('images.useSaid', { estimate: estimateWords({ ...use, verdict: overruled }, t) })]),
    t(`images.useReason.${reason}`),
    ...(figure === null ? [] : [t('images.useFigure', { percent: Math.round(100 * figure) })]),
  ];
}

function estimateWords({ verdict, figure }: PictureUse, t: Translate): string {
  if (verdict === 'cannotTell' || figure === null) return t('images.use.cannotTell');
  return t(`images.use.${verdict}`, { percent: Math.round(100 * figure) });
}

/** What the strip says of a result: only what deviates; empty when all is well. */
export function deviationWords({ used }: EditItem, t: Translate): string {
  return used?.verdict === 'partly' || used?.verdict === 'notUsed' ? verdictWords(used, t) : '';
}

/** What stands behind the measures of a protected picture, one sentence each. */
export function protectionWords(item: EditItem, t: Translate, locale: Locale): string[] {
  if (item.protected === null) return [];
  const { rawInsideChangedRatio, adjustments, seamErrorBefore: before, seamErrorAfter: after } = item.protected;
  const inside = t('images.rawInside', { percent: percentText(rawInsideChangedRatio) });
  // The first version looked for neither.
  if (adjustments === null) return [inside];
  return [inside, shiftWords(item, t, locale), seamWords(before, after, t, locale)].filter((words) => words !== '');
}

function shiftWords(item: EditItem, t: Translate, locale: Locale): string {
  const alignment = item.protected?.alignment ?? null;
  if (alignment === null) return unshiftedWords(item.used, t);
  const { dxPx, dyPx, scale } = alignment;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const part = (by: number, forth: Direction, back: Direction): string[] => {
    const count = number.format(Math.abs(by));
    return count === '0' ? [] : [t(`images.shift.${by > 0 ? forth : back}`, { count })];
  };
  const percent = number.format(Math.abs(scale - 1) * 100);
  const moved = [...part(dxPx, 'right', 'left'), ...part(dyPx, 'down', 'up')].join(LIST[locale]);
  const shift = [
    ...(moved === '' ? [] : [t('images.shift.moved', { parts: moved })]),
    ...(percent === '0' ? [] : [t(scale > 1 ? 'images.shift.larger' : 'images.shift.smaller', { percent })]),
  ].join(LIST[locale]);
  if (shift === '') return t('images.shift.none');
  return t(adjustmentsOf(item).isAligned ? 'images.shift.undone' : 'images.shift.kept', { shift });
}

type Direction = 'right' | 'left' | 'down' | 'up';
const LIST: Readonly<Record<Locale, string>> = { en: ', ', zh: '，' };

function unshiftedWords(used: EditItem['used'], t: Translate): string {
  const estimated = used?.overruled ?? used?.verdict;
  if (estimated === undefined) return '';
  if (estimated === 'cannotTell' || estimated === 'notUsed') return t(`images.shift.${estimated}`);
  if (estimated === 'partly') return t('images.shift.unclear');
  return t(used?.reason === 'farOff' ? 'images.shift.farOff' : 'images.shift.none');
}

function seamWords(before: number | null, after: number | null, t: Translate, locale: Locale): string {
  if (before === null || after === null) return '';
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const [was, is] = [number.format(before), number.format(after)];
  return was === is ? t('images.seam.as', { before: was }) : t('images.seam.mended', { before: was, after: is });
}

/** How much a picture changed, inside the mask and outside; empty where there is nothing of either. */
export type DifferenceShares = { inside: string; outside: string };

/** The shares of a difference. @param outsidePx the exact count outside the mask, where it is known. */
export function differenceShares(
  { insideChangedRatio: inside, outsideChangedRatio: outside }: Omit<Difference, 'bytes'>,
  hasMask: boolean,
  outsidePx: string | null,
  t: Translate,
): DifferenceShares {
  const outsideWords = (): string => {
    if (!hasMask || outside === null) return '';
    if (outsidePx !== null) return t('images.difference.outsidePx', { count: outsidePx });
    return t('images.difference.outside', { percent: percentText(outside) });
  };
  return {
    inside:
      inside === null
        ? ''
        : t(hasMask ? 'images.difference.inside' : 'images.difference.whole', { percent: percentText(inside) }),
    outside: outsideWords(),
  };
}
