// Judges the files of an audiobook by what was measured of them.

import type { Translate } from '../../../shared/i18n/index.ts';
import { BOOK_LIMITS, type BookLevel, type ExportedFile } from '../../engines/audio/export/plan.ts';

const FIGURES = ['rms', 'peak', 'noiseFloor', 'headS', 'tailS'] as const satisfies readonly (keyof BookLevel)[];

/** A figure of a file in words, with what it should be where it is not. */
export type CheckedFigure = { name: keyof BookLevel; text: string; isMet: boolean };

/** All figures of a file. */
export function checkBook(level: BookLevel, t: Translate): readonly CheckedFigure[] {
  return FIGURES.map((name) => {
    const { min, max } = BOOK_LIMITS[name];
    const isMet = isWithin(level, name);
    const figure = t(`export.check.${name}`, { value: numberText(level[name]) });
    if (isMet) return { name, isMet, text: figure };
    const limits = { figure, min: numberText(min), max: numberText(max) };
    return { name, isMet, text: t(Number.isFinite(min) ? 'export.check.range' : 'export.check.most', limits) };
  });
}

/** Whether a file is what shops ask for. */
export function passesCheck({ measured }: ExportedFile): boolean {
  return measured === null || FIGURES.every((name) => isWithin(measured, name));
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
