// The text about the quality of a result: whether the picture was used, how far the result was shifted, how well it
// fits at the mask's edge. Pure functions, independent of where the text is shown.

import type { Corrections, EditItem } from '../../../shared/contract/library.ts';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { faultOf, isShowable } from '../../../shared/images/picture-states.ts';
import { isChangedReason, type KnownSourceUsage, type SourceUsage } from '../../../shared/images/source-usage.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { formatPercent } from '../mask/mask-text.ts';
import type { Difference } from '../pipeline/tasks-contract.ts';
import { adjustmentsOf, DEFAULT_ADJUSTMENTS } from '../ports.ts';
import { storedOf } from '../results/protection.ts';
import { formatMisalignment } from './misalignment-text.ts';

/** Whether and how a result used its source; if that is not known, the reason. */
export type SourceUsageState = KnownSourceUsage | 'checking' | 'failed' | 'noSource' | 'damaged';

/** Reads the state from an item. @param isUndone processing the result has failed or was cancelled. */
export function sourceUsageOf(item: EditItem, isUndone: boolean): SourceUsageState {
  if (item.used !== null) return item.used;
  if (storedOf(item) === null) return 'noSource';
  if (!isShowable(item.raw.state) || (isUndone && faultOf(item.raw.state) !== undefined)) return 'damaged';
  return isUndone ? 'failed' : 'checking';
}

/** The short text of the verdict. */
export function formatVerdict(usage: SourceUsageState, t: Translate): string {
  if (usage === 'checking') return t('images.use.checking');
  if (usage === 'failed' || usage === 'noSource' || usage === 'damaged') return t('images.use.cannotTell');
  if (usage.overridden !== null) return t(usage.verdict === 'used' ? 'images.use.saidUsed' : 'images.use.saidNotUsed');
  return formatEstimate(usage, t);
}

/** The reasons for the verdict, one sentence each. */
export function formatVerdictReasons(usage: SourceUsageState, t: Translate): string[] {
  if (usage === 'damaged') return [t('picture.notCompared')];
  if (typeof usage === 'string') return [t(`images.useReason.${usage}`)];
  const { figure, reason, overridden } = usage;
  return [
    ...(overridden === null
      ? []
      : [t('images.useSaid', { estimate: formatEstimate({ ...usage, verdict: overridden }, t) })]),
    t(`images.useReason.${reason}`),
    ...(figure === null ? [] : [t('images.useFigure', { percent: Math.round(100 * figure) })]),
  ];
}

function formatEstimate({ verdict, figure, reason }: SourceUsage, t: Translate): string {
  if (verdict === 'cannotTell' || figure === null) return t('images.use.cannotTell');
  if (isChangedReason(reason)) return t('images.use.changed', { change: t(`images.changed.${reason}`) });
  return t(`images.use.${verdict}`, { percent: Math.round(100 * figure) });
}

/** Whether the verdict is said beside the result: it is not as wished, not made, or a person's. Else the details have it. */
export function isVerdictSaid(usage: SourceUsageState): boolean {
  if (typeof usage === 'string') return usage === 'checking' || usage === 'failed';
  return usage.overridden !== null || usage.verdict === 'partly' || usage.verdict === 'notUsed';
}

/** Whether it is said of a result, instead of the verdict, that it came back in another shape and stays as received. */
export function isOtherShapeSaid({ used, protected: made }: EditItem): boolean {
  return made === null && used?.reason === 'otherShape' && used.overridden === null;
}

/** The text in the history: only deviations; empty if there are none. */
export function formatDeviation({ used }: EditItem, t: Translate): string {
  return used?.verdict === 'partly' || used?.verdict === 'notUsed' ? formatVerdict(used, t) : '';
}

/** The explanation of a protected picture's measurements, one sentence each. */
export function formatProtection(item: EditItem, t: Translate, locale: Locale): string[] {
  if (item.protected === null || item.request.mask === null) return [];
  const { rawInsideChangedRatio, seamErrorBefore: before, seamErrorAfter: after } = item.protected;
  const outside = formatOutside(item.protected, t, locale);
  const inside = t('images.rawInside', { percent: formatPercent(rawInsideChangedRatio) });
  const seam = formatSeam(before, after, t, locale);
  const corrections = formatCorrections(item.protected.corrections, t, locale);
  return [outside, inside, formatShift(item, t), seam, ...corrections].filter((text) => text !== '');
}

/** How much changed outside the mask: in the protected picture, and in the result as received. */
export function formatOutside(
  { outsideChangedPx, rawOutsideChangedRatio }: NonNullable<EditItem['protected']>,
  t: Translate,
  locale: Locale,
): string {
  const changed = formatCount(outsideChangedPx, locale);
  return t('images.outside', { changed, percent: formatPercent(rawOutsideChangedRatio) });
}

/** What was done to the result's colours, one sentence each. */
function formatCorrections(done: Corrections | null, t: Translate, locale: Locale): string[] {
  if (done === null) return [];
  const percent = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const levels = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return [
    done.isRecoloured ? t('images.done.recoloured') : '',
    done.light === null
      ? ''
      : t('images.done.light', {
          least: percent.format(100 * (done.light.least - 1)),
          most: percent.format(100 * (done.light.most - 1)),
        }),
    done.isBlended ? t('images.done.blended') : '',
    done.grain === null ? '' : t('images.done.grain', { levels: levels.format(done.grain.deviation) }),
  ];
}

function formatShift(item: EditItem, t: Translate): string {
  const misalignment = item.protected?.misalignment ?? null;
  if (misalignment === null) return formatNoShift(item.used, t);
  const shift = formatMisalignment(misalignment, t);
  if (shift === '') return t('images.shift.none');
  if (!adjustmentsOf(item, DEFAULT_ADJUSTMENTS).isAligned) return t('images.shift.kept', { shift });
  return t(misalignment.isBetterUndone ? 'images.shift.undone' : 'images.shift.worse', { shift });
}

function formatNoShift(used: EditItem['used'], t: Translate): string {
  const estimated = used?.overridden ?? used?.verdict;
  if (estimated === undefined) return '';
  if (estimated === 'cannotTell' || estimated === 'notUsed') return t(`images.shift.${estimated}`);
  switch (used?.reason) {
    case 'partsDiffer':
      return t('images.shift.unclear');
    case 'mirrored':
      return t('images.shift.mirrored');
    case 'cropped':
    case 'farOff':
      return t('images.shift.farOff');
    default:
      return t('images.shift.none');
  }
}

function formatSeam(before: number | null, after: number | null, t: Translate, locale: Locale): string {
  if (before === null || after === null) return '';
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const [was, is] = [number.format(before), number.format(after)];
  return was === is ? t('images.seam.as', { before: was }) : t('images.seam.mended', { before: was, after: is });
}

/** How much a picture changed inside and outside the mask; empty if that area is empty. */
export type DifferenceShares = { inside: string; outside: string };

/** Formats the shares of a difference. @param outsidePx the exact count outside the mask, if known. */
export function differenceShares(
  { insideChangedRatio: inside, outsideChangedRatio: outside }: Omit<Difference, 'bytes'>,
  hasMask: boolean,
  outsidePx: string | null,
  t: Translate,
): DifferenceShares {
  const formatOutside = (): string => {
    if (!hasMask || outside === null) return '';
    if (outsidePx !== null) return t('images.difference.outsidePx', { count: outsidePx });
    return t('images.difference.outside', { percent: formatPercent(outside) });
  };
  return {
    inside:
      inside === null
        ? ''
        : t(hasMask ? 'images.difference.inside' : 'images.difference.whole', { percent: formatPercent(inside) }),
    outside: formatOutside(),
  };
}
