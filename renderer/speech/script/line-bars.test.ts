import { expect, it, vi } from 'vitest';
import type { Peaks } from '../../engines/audio/peaks.ts';
import { createLineBars } from './line-bars.ts';
import type { ScriptLineView } from './script-lines.ts';

const line = (mediaId: string): ScriptLineView =>
  ({ used: { mediaId, audio: { format: 'pcm', durationMs: 50 } } }) as ScriptLineView;
const PEAKS: Peaks = { values: Int8Array.of(-10, 10, -100, 90), length: 2 };

it('takes are read once, in the order of the lines; one that cannot be read does not keep the others', async () => {
  const load = vi.fn(async ({ mediaId }: { mediaId: string }) => (mediaId === 'b' ? undefined : PEAKS));
  const onRead = vi.fn();
  const bars = createLineBars({ load }, onRead);
  const lines = ['a', 'b', 'a', 'c'].map(line);
  bars.read(lines);
  bars.read(lines);
  await vi.waitFor(() => expect(onRead).toHaveBeenCalled());
  expect(load.mock.calls.map(([{ mediaId }]) => mediaId)).toEqual(['a', 'b', 'c']);
  expect(bars.of(line('c'))).toEqual(Uint8Array.of(10, 100));
  expect(bars.of(line('b'))).toBeUndefined();
  bars.read(lines);
  expect(load).toHaveBeenCalledTimes(3);
});

it('what is shown meanwhile is read after what was forgotten', async () => {
  const load = vi.fn(async () => PEAKS);
  const onRead = vi.fn();
  const bars = createLineBars({ load }, onRead);
  bars.read([line('a'), line('b')]);
  bars.forget();
  bars.read([line('c')]);
  await vi.waitFor(() => expect(bars.of(line('c'))).toBeDefined());
  expect(bars.of(line('a'))).toBeUndefined();
});
