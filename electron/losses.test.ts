import { expect, test, vi } from 'vitest';
import type { Loss } from '../shared/contract/storage.ts';
import { reportLosses } from './losses.ts';

const lossOf = (file: Loss['file']): Loss => ({ file, parts: ['a'], isRestored: false, keptAs: '' });

function start({ lost = [], quarantined = [] }: { lost?: Loss['file'][]; quarantined?: string[] } = {}) {
  const reportLoss = vi.fn<(loss: Loss) => void>();
  const error = vi.fn();
  const opened = Promise.resolve();
  const read = (file: Loss['file']) => () => (lost.includes(file) ? lossOf(file) : undefined);
  const report = reportLosses({
    disk: { reportLoss },
    log: { error },
    settings: { loss: read('settings') },
    vault: { loss: read('keys'), opened },
    ownership: { quarantined },
  });
  return { report, error, opened, files: () => reportLoss.mock.calls.map(([{ file, parts }]) => [file, ...parts]) };
}

test('what was put aside and lost settings are reported at once, lost keys when the key store has opened', async () => {
  const { opened, error, files } = start({ lost: ['settings', 'keys'], quarantined: ['media/x', 'items/y'] });
  const atOnce = [
    ['library', 'media/x', 'items/y'],
    ['settings', 'a'],
  ];
  expect(files()).toEqual(atOnce);
  await opened;
  expect(files()).toEqual([...atOnce, ['keys', 'a']]);
  expect(error.mock.calls).toEqual([['library.quarantined', 'media/x, items/y']]);
});

test('nothing is reported where nothing is lost; what is put aside later is', async () => {
  const { report, opened, files } = start();
  await opened;
  expect(files()).toEqual([]);
  report(['scripts/z']);
  expect(files()).toEqual([['library', 'scripts/z']]);
});
