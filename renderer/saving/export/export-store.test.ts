import { describe, expect, it, vi } from 'vitest';
import { appError } from '../../../shared/errors.ts';
import { fail, ok } from '../../../shared/result.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { untraced } from '../../../tests/support/untraced.ts';
import type { SoundExport } from '../../engines/audio/export/plan.ts';
import type { ExportSound } from '../../engines/audio/export/port.ts';
import { linesOfTakes } from '../../items/export-lines.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, fakeIpc, item } from '../../testing/fake-ipc.ts';
import { type AskedExport, createExportStore } from './export-store.ts';

const RESULT: SoundExport = {
  rateHz: 24_000,
  channels: 1,
  frames: 24_000,
  segments: [],
  counts: { fitting: 0, spedUp: 0, pushed: 0, overrunning: 0 },
  files: [],
};
const asked = (change: Partial<AskedExport> = {}): AskedExport => ({
  product: 'sound',
  title: 'Hello. / a:b',
  lines: linesOfTakes([item('a', 1), item('b', 2)]),
  maxSpeedUp: 1,
  script: null,
  ...change,
});

function start(exportSound: ExportSound) {
  const fake = fakeIpc({
    'exports.begin': () => ok({ id: 'e', name: 'x.wav' }),
    'exports.finish': () => ok({ files: [untraced('Hello.wav')] }),
  });
  const spy = vi.fn(exportSound);
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  const store = createExportStore({ ipc: fake.ipc, session, exportSound: spy });
  store.getState().open(asked());
  return { ...fake, session, state: () => store.getState(), exportSound: spy };
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
    expect(state()).toMatchObject({ doneRatio: null, error: null, saved: { name: 'Hello.wav', files: { length: 1 } } });
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
    state().open(asked());
    expect(state().error).toBeNull();
  });
});

describe('a script', () => {
  const script = { changeMaxSpeedUp: vi.fn(), generate: vi.fn() };

  it('becomes several files in a folder, one zip, or one subtitle file', async () => {
    const { state, answers, exportSound, requests } = start(async (_plan, sink) => {
      await sink.finish();
      return ok(RESULT);
    });
    answers['exports.finish'] = () => ok({ files: ['1.wav', '2.wav'].map(untraced) });
    answers['exports.begin'] = ({ isFolder }) => ok({ id: 'e', name: isFolder ? 'Folder' : 'x' });
    state().open(asked({ script, title: 'Show' }));
    state().change({ split: 'stems' });
    await state().save();
    expect(state().saved).toMatchObject({ name: 'Folder', files: { length: 2 }, isFolder: true });
    state().change({ isZip: true });
    await state().save();
    state().open(asked({ script, title: 'Show', product: 'subtitles' }));
    state().change({ subtitleFormat: 'lrc' });
    await state().save();
    expect(requests.filter(({ route }) => route === 'exports.begin').map(({ input }) => input)).toEqual([
      { fileName: 'Show.wav', isFolder: true },
      { fileName: 'Show.zip', isFolder: false },
      { fileName: 'Show.lrc', isFolder: false },
    ]);
    expect(exportSound.mock.calls.map(([plan]) => plan.subtitles?.format)).toEqual([undefined, undefined, 'lrc']);
    // Takes that belong to no script stay one file.
    state().open(asked());
    await state().save();
    expect(exportSound.mock.lastCall?.[0].settings).toMatchObject({ split: 'none', isZip: false });
  });

  it('is made for what it is for, whatever was set before; the next one begins with that', async () => {
    const { state, session, exportSound, requests } = start(async (_plan, sink) => {
      await sink.finish();
      return ok(RESULT);
    });
    state().open(asked({ script, title: 'Show' }));
    state().change({ kind: 'flac', bits: 24, pauseMs: 900, isTrimmed: true });
    const made = async (destination: Parameters<ReturnType<typeof state>['setDestination']>[0]) => {
      state().setDestination(destination);
      await state().save();
      const plan = exportSound.mock.lastCall?.[0];
      return { ...plan?.settings, subtitles: plan?.subtitles, pauses: plan?.segments.map((one) => one.pauseAfterMs) };
    };
    const usual = { pauses: [300, 300], channels: null, isAudiobook: false };
    expect(await made('podcast')).toMatchObject({
      ...usual,
      kind: 'mp3',
      bitrateKbps: 128,
      loudness: -16,
      split: 'none',
    });
    expect(await made('audiobook')).toMatchObject({
      kind: 'mp3',
      bitrateKbps: 192,
      rateHz: 44_100,
      channels: 1,
      split: 'chapters',
      isAudiobook: true,
    });
    const subtitles = { format: 'srt', isBesideSound: true };
    expect(await made('video')).toMatchObject({ ...usual, kind: 'wav', rateHz: 48_000, loudness: null, subtitles });
    expect(await made('broadcast')).toMatchObject({ ...usual, kind: 'wav', loudness: -23, subtitles: null });
    expect(await made('custom')).toMatchObject({ kind: 'flac', bits: 24, pauses: [900, 900] });
    const begun = requests.filter(({ route }) => route === 'exports.begin').map(({ input }) => input);
    expect(begun).toEqual([
      { fileName: 'Show.mp3', isFolder: false },
      { fileName: 'Show.mp3', isFolder: true },
      { fileName: 'Show.wav', isFolder: true },
      { fileName: 'Show.wav', isFolder: false },
      { fileName: 'Show.flac', isFolder: false },
    ]);
    state().setDestination('audiobook');
    expect(session.getState().settings.exporting).toEqual({ destination: 'audiobook' });
  });

  it('keeps how much its lines are sped up, and is generated from the dialog', () => {
    const { state } = start(async () => ok(RESULT));
    state().open(asked({ script }));
    state().changeMaxSpeedUp(1.5);
    expect(script.changeMaxSpeedUp).toHaveBeenCalledWith(1.5);
    expect(state().asked?.maxSpeedUp).toBe(1.5);
    state().generate();
    expect(script.generate).toHaveBeenCalledOnce();
    expect(state().asked).toBeNull();
  });

  it('without any line that is wanted is not exported', async () => {
    const { state, exportSound } = start(async () => ok(RESULT));
    const lines = linesOfTakes([item('a', 1)]).map((one) => ({ ...one, state: 'missing' as const, take: null }));
    state().open(asked({ script, lines }));
    state().change({ missing: 'skip' });
    await state().save();
    expect(exportSound).not.toHaveBeenCalled();
  });
});
