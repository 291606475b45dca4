import { expect, it } from 'vitest';
import { formatSheet } from './sheet.ts';

it('the sheet says when, on what and what is missing; its chart has every figure, and a bar for each that has an aim', () => {
  const { text, chart } = formatSheet({
    atMs: Date.UTC(2026, 0, 2),
    machine: 'a machine',
    failed: { mask: 'Error: no canvas\n    at main' },
    figures: [
      { name: 'slow <b> & odd', unit: 'ms', samples: [80], aim: 40 },
      { name: 'fast', unit: 'ms', samples: [20], aim: 40 },
      { name: 'unjudged', unit: 'MB', samples: [] },
      { name: 'both', unit: 'ms', samples: [1], note: 'ours' },
      { name: 'both', unit: 'ms', samples: [2], note: 'another' },
    ],
  });
  expect(text).toContain('2026-01-02');
  expect(text).toContain('on a machine.');
  expect(text).toContain('- **mask** has no figures: Error: no canvas\n');
  expect(chart.match(/class="(met|missed)"/g)).toEqual(['class="missed"', 'class="met"']);
  for (const words of ['slow &lt;b> &amp; odd', '80.0 ms', '20.0 ms', '– MB', 'both: ours', 'both: another'])
    expect(chart).toContain(words);
});
