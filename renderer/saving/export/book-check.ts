// Judges the files of an audiobook by what was measured of them.

import type { Translate } from '../../../shared/i18n/index.ts';
import { BOOK_LIMITS, type BookLevel, type ExportedFile } from '../../engines/audio/export/plan.ts';

const FIGURES = ['rms', 'peak', 'noiseFloor', 'headS', 'tailS'] as const satisfies readonly (keyof BookLevel)[];

/** A figure of a file in words, with what it should be where it is not; or the lines that are silence in it. */
export type CheckedFigure = { name: keyof BookLevel | 'silentLines'; text: string; isMet: boolean };

/** All figures of a file. @param silentLines how many of its lines have no take */
export function checkBook(level: BookLevel, silentLines: number, t: Translate): readonly CheckedFigure[] {
  const silent =
    silentLines === 0
      ? []
      : [{ name: 'silentLines' as const, isMet: false, text: t('export.check.silentLines', { count: silentLines }) }];
  const figures = FIGURES.map((name) => {
    const { min, max } = BOOK_LIMITS[name];
    const isMet = isWithin(level, name);
    const figure = t(`export.check.${name}`, { value: numberText(level[name]) });
    if (isMet) return { name, isMet, text: figure };
    const limits = { figure, min: numberText(min), max: numberText(max) };
    return { name, isMet, text: t(Number.isFinite(min) ? 'export.check.range' : 'export.check.most', limits) };
  });
  return [...silent, ...figures];
}

/** Whether a file is what shops ask for, and whole. */
export function passesCheck({ measured }: ExportedFile, silentLines: number): boolean {
  return silentLines === 0 && (measured === null || FIGURES.every((name) => isWithin(measured, name)));
}

function isWithin(level: BookLevel, name: keyof BookLevel): boolean {
  const { min, max } = BOOK_LIMITS[name];
  return level[name] >= min && level[name] <= max;
}

/** A level or length with one decimal; `−∞` for silence. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '−∞';
  return (Number.isInteger(value) ? String(value) : value.toFixed(1)).replace('-', '−');
}
