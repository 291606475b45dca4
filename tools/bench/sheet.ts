// The figures of a run as a document whose chart has them all. Pure functions.

import { type Figure, percentile } from './bench.ts';
import type { Report } from './report.ts';

/** The files, and the folder they are written to, from the root of the project. */
export const SHEET = { folder: 'docs', text: 'benchmarks.md', chart: 'benchmarks.svg' } as const;

/** Height of a row and the columns of the chart, in its pixels. A bar is at `aim` where a figure meets its aim exactly. */
const ROW = 16;
const COLUMNS = { name: 6, p50: 440, p95: 520, bars: 540, aim: 640, end: 760 } as const;
const WIDTH = 840;
/** What has room before the figures, in characters. */
const LABEL_LENGTH = 72;

/** The document and its chart. */
export function formatSheet({ atMs, machine, figures, failed }: Report): { text: string; chart: string } {
  const missing = Object.entries(failed).map(
    ([name, reason]) => `- **${name}** has no figures: ${reason.split('\n')[0]}`,
  );
  const text = `# Benchmarks

Measured on ${new Date(atMs).toISOString().slice(0, 10)} by \`npm run bench -- --sheet\`
on ${machine}.

A bar is the figure as a part of its aim, which is the line. \`tools/bench/README.md\` says what is measured.

![All figures: median, 95th percentile, and their part of the aim](${SHEET.chart})
${missing.length === 0 ? '' : `\n${missing.join('\n')}\n`}`;
  return { text, chart: chartOf(figures) };
}

function chartOf(figures: readonly Figure[]): string {
  const height = ROW * (figures.length + 2);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="11">
<title>Benchmarks</title>
<style>text{fill:#555}.n{text-anchor:end}.met{fill:#4a9e83}.missed{fill:#e0705a}line{stroke:#999}@media(prefers-color-scheme:dark){text{fill:#bbb}}</style>
<text x="${COLUMNS.p50}" y="12" class="n">p50</text><text x="${COLUMNS.p95}" y="12" class="n">p95</text><text x="${COLUMNS.aim}" y="12" class="n">aim</text>
<line x1="${COLUMNS.aim}" x2="${COLUMNS.aim}" y1="${ROW}" y2="${height - ROW}"/>
${figures.map((figure, at) => rowOf({ ...figure, name: labelOf(figure, figures) }, ROW * (at + 1))).join('\n')}
</svg>
`;
}

/** The name of a figure, with its note where others have the same name. */
function labelOf({ name, note }: Figure, figures: readonly Figure[]): string {
  const isAlone = figures.filter((other) => other.name === name).length === 1;
  return isAlone || note === undefined ? name : `${name}: ${note}`.slice(0, LABEL_LENGTH);
}

function rowOf({ name, unit, samples, aim, aimShare = 0.5 }: Figure, y: number): string {
  const text = (x: number, words: string, kind = ''): string =>
    `<text x="${x}" y="${y + 12}"${kind}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
  const show = (share: number): string => `${formatValue(percentile(samples, share))} ${unit}`;
  const cells = [
    text(COLUMNS.name, name),
    text(COLUMNS.p50, show(0.5), ' class="n"'),
    text(COLUMNS.p95, show(0.95), ' class="n"'),
  ];
  if (aim === undefined || aim <= 0) return cells.join('');
  const share = percentile(samples, aimShare) / aim;
  const width = Math.max(0, Math.min(COLUMNS.end - COLUMNS.bars, share * (COLUMNS.aim - COLUMNS.bars)));
  const bar = `<rect x="${COLUMNS.bars}" y="${y + 3}" width="${width.toFixed(1)}" height="${ROW - 6}" class="${share > 1 ? 'missed' : 'met'}"/>`;
  return [...cells, bar, text(COLUMNS.end + 8, `${formatValue(aim)} ${unit}`)].join('');
}

function formatValue(value: number): string {
  if (Number.isNaN(value)) return '–';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}
