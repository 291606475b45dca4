import { expect, it } from 'vitest';
import { appError } from '../../../shared/errors.ts';
import { fakeIpc } from '../../testing/fake-ipc.ts';
import { createExportSink } from './export-sink.ts';

it('passes files and numbered pieces to main, and tells which files were saved', async () => {
  const calls: unknown[] = [];
  const saved: unknown[] = [];
  const note = (input: unknown) => {
    calls.push(input);
    return { ok: true, data: null } as const;
  };
  const file = { name: 'a.wav', mark: 'off', recordError: null } as const;
  const { ipc } = fakeIpc({
    'exports.openFile': note,
    'exports.write': note,
    'exports.finish': () => ({ ok: true, data: { files: [file] } }),
    'exports.abort': () => ({ ok: false, error: appError('storage.failed', { part: 'a.wav.part' }) }),
  });
  const sink = createExportSink(ipc, 'id', (files) => saved.push(files));
  const bytes = new Uint8Array(1);
  await sink.openFile('a.wav', 10, ['t']);
  await sink.write(bytes);
  await sink.write(bytes);
  expect(calls).toEqual([
    { id: 'id', fileName: 'a.wav', remainingBytes: 10, itemIds: ['t'] },
    { id: 'id', index: 0, bytes },
    { id: 'id', index: 1, bytes },
  ]);
  expect(await sink.finish()).toEqual({ ok: true, data: null });
  expect(saved).toEqual([[file]]);
  expect(await sink.abort()).toMatchObject({ ok: false, error: { details: { part: 'a.wav.part' } } });
});
