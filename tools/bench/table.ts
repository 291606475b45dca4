// Formats figures as a plain text table.

import { type Figure, percentile } from './bench.ts';

const HEAD = ['name', 'p50', 'p95', 'n', 'target', 'note'];

/** Returns the table as lines of text, with numbers aligned to the right. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = [HEAD, ...figures.map(toRow)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isNumber = (column: number): boolean => column >= 1 && column <= 3;
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function toRow({ name, unit, samples, aim, aimShare = 0.5, note = '' }: Figure): string[] {
  const p50 = percentile(samples, 0.5);
  const show = (value: number): string => `${value.toFixed(unit === '×' ? 2 : 1)} ${unit}`;
  const isMissed = aim !== undefined && percentile(samples, aimShare) > aim;
  const of = aimShare === 0.5 ? '' : ` at p${aimShare * 100}`;
  const target = aim === undefined ? '' : `≤ ${aim} ${unit}${of}${isMissed ? ', missed' : ''}`;
  return [name, show(p50), show(percentile(samples, 0.95)), String(samples.length), target, note];
}
