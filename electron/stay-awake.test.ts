import { powerSaveBlocker } from 'electron';
import { expect, it, vi } from 'vitest';
import { stayAwake } from './stay-awake.ts';

vi.mock('electron', () => ({ powerSaveBlocker: { start: vi.fn(() => 7), stop: vi.fn() } }));

it('keeps the computer awake from the first work to the end of the last, once', () => {
  const { start, stop } = powerSaveBlocker;
  stayAwake('exports', false);
  stayAwake('requests', true);
  stayAwake('requests', true);
  stayAwake('transfer', true);
  stayAwake('requests', false);
  expect([vi.mocked(start).mock.calls, vi.mocked(stop).mock.calls]).toEqual([[['prevent-app-suspension']], []]);
  stayAwake('transfer', false);
  expect(stop).toHaveBeenCalledExactlyOnceWith(7);
  stayAwake('exports', true);
  expect(start).toHaveBeenCalledTimes(2);
});
