// Says in words how a result was displaced: moved, scaled, rotated, stretched, drifting.

import type { EditItem } from '../../../shared/contract/library.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { describeDisplacement } from '../../engines/pixels/resampling/describe-displacement.ts';

/** A misalignment as the library stores it. */
type Misalignment = NonNullable<NonNullable<EditItem['protected']>['misalignment']>;

/** All parts of a misalignment that do not round to 0; empty if all do. */
export function formatMisalignment(misalignment: Misalignment, t: Translate): string {
  const { dxPx, dyPx, widerShare, tallerShare, turnDegrees, skewDegrees, driftPx } = describeDisplacement(misalignment);
  const number = new Intl.NumberFormat(t.locale, { maximumFractionDigits: 1 });
  /** Says how much something differs, by one of two texts: for more than 0, and for less. */
  const part = (by: number, more: Say, less: Say): string[] => {
    const text = number.format(Math.abs(by));
    return text === '0' ? [] : [(by > 0 ? more : less)(text)];
  };
  const pixels =
    (key: `images.shift.${'right' | 'left' | 'down' | 'up' | 'drifting'}`): Say =>
    (count) =>
      t(key, { count });
  const percent =
    (key: `images.shift.${'larger' | 'smaller' | 'wider' | 'narrower' | 'taller' | 'lower'}`): Say =>
    (text) =>
      t(key, { percent: text });
  const turned =
    (key: `images.shift.${'clockwise' | 'counterclockwise' | 'skewed'}`): Say =>
    (degrees) =>
      t(key, { degrees });
  const moved = [
    ...part(dxPx, pixels('images.shift.right'), pixels('images.shift.left')),
    ...part(dyPx, pixels('images.shift.down'), pixels('images.shift.up')),
  ].join(t.separators.list);
  const isStretched = number.format(100 * widerShare) !== number.format(100 * tallerShare);
  const sized = isStretched
    ? [
        ...part(100 * widerShare, percent('images.shift.wider'), percent('images.shift.narrower')),
        ...part(100 * tallerShare, percent('images.shift.taller'), percent('images.shift.lower')),
      ]
    : part(100 * widerShare, percent('images.shift.larger'), percent('images.shift.smaller'));
  return [
    ...(moved === '' ? [] : [t('images.shift.moved', { parts: moved })]),
    ...sized,
    ...part(turnDegrees, turned('images.shift.clockwise'), turned('images.shift.counterclockwise')),
    ...part(skewDegrees, turned('images.shift.skewed'), turned('images.shift.skewed')),
    ...part(driftPx, pixels('images.shift.drifting'), pixels('images.shift.drifting')),
  ].join(t.separators.list);
}

type Say = (amount: string) => string;
