import { describe, expect, it, vi } from 'vitest';
import { appError } from '../../../shared/errors.ts';
import { fail, ok } from '../../../shared/result.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import type { SoundExport } from '../../audio/export/plan.ts';
import type { ExportSound } from '../../audio/export/port.ts';
import { fakeIpc, item } from '../../testing/fake-ipc.ts';
import { createExportStore } from './export-store.ts';

const RESULT: SoundExport = { rateHz: 24_000, channels: 1, frames: 24_000, segments: [], files: [] };

function start(exportSound: ExportSound) {
  const fake = fakeIpc({
    'exports.begin': () => ok({ id: 'e', name: 'x.wav' }),
    'exports.finish': () => ok({ fileNames: ['Hello.wav'] }),
  });
  const spy = vi.fn(exportSound);
  const store = createExportStore({ ipc: fake.ipc, exportSound: spy });
  store.getState().open({ title: 'Hello. / a:b', takes: [item('a', 1), item('b', 2)] });
  return { ...fake, state: () => store.getState(), exportSound: spy };
}

describe('saving', () => {
  it('makes the takes in their order with the settings, and says what was saved', async () => {
    const { state, exportSound, requests } = start(async (_plan, sink) => {
      await sink.finish();
      return ok(RESULT);
    });
    state().change({ kind: 'mp3', pauseMs: 250, loudness: -16 });
    await state().save();
    expect(requests[0]?.input).toMatchObject({ fileName: expect.stringMatching(/^[^/:]+\.mp3$/), isFolder: false });
    expect(exportSound.mock.calls[0]?.[0]).toMatchObject({
      settings: { kind: 'mp3', loudness: -16, split: 'none' },
      segments: [
        { line: 1, take: { url: expect.stringContaining('/media/'), kind: 'pcm' }, pauseAfterMs: 250, fadeMs: 0 },
        { line: 2 },
      ],
    });
    expect(state()).toMatchObject({ doneRatio: null, error: null, saved: { fileName: 'Hello.wav' } });
    state().change({ kind: 'wav' });
    expect(state().saved).toBeNull();
  });

  it('shows its progress, can be cancelled, and ends when the dialog is closed', async () => {
    for (const end of ['cancel', 'close'] as const) {
      const { state } = start(async (_plan, _sink, onProgress, signal) => {
        onProgress(0.5);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        onProgress(0.6);
        return ok(null);
      });
      const saving = state().save();
      await eventually(() => expect(state().doneRatio).toBe(0.5));
      await state().save();
      state()[end]();
      await saving;
      expect(state()).toMatchObject({ doneRatio: null, saved: null, error: null });
    }
  });

  it('does nothing if the person closes the system’s dialog, and says what failed', async () => {
    const error = appError('export.line_unreadable', { line: 2, reason: 'x' });
    const { state, answers, exportSound } = start(async () => fail(error));
    answers['exports.begin'] = () => ok(null);
    await state().save();
    expect(exportSound).not.toHaveBeenCalled();
    answers['exports.begin'] = () => ok({ id: 'e', name: 'x.wav' });
    await state().save();
    expect(state()).toMatchObject({ error, saved: null, doneRatio: null });
    state().open({ title: 'Other', takes: [item('a', 1), item('b', 2)] });
    expect(state().error).toBeNull();
  });
});
