import { app, dialog } from 'electron';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { thisStart } from './owner.ts';
import { askAboutOwner, endDeclinedStart, inUseText, refuseStart, reportLostLibrary } from './owner-dialogs.ts';

vi.mock('electron', () => ({
  app: { exit: vi.fn() },
  dialog: { showErrorBox: vi.fn(), showMessageBox: vi.fn(async () => ({ response: 1, checkboxChecked: false })) },
}));

const startedAtMs = new Date(2026, 10, 22, 9, 30).getTime();
const owner = { ...thisStart('1.2.3'), host: 'desk', startedAtMs, heartbeatAtMs: startedAtMs + 60_000 };
const topic = { folder: '/data/library', locale: 'en' as const };
let stderr: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.clearAllMocks();
  stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
});

it.each(['en', 'zh'] as const)('names host, version, folder and time of the owner (%s)', (locale) => {
  const text = inUseText(owner, { ...topic, locale });
  for (const part of ['desk', '1.2.3', '/data/library', '2026', '9:30']) expect(text).toContain(part);
  expect(inUseText(undefined, { ...topic, locale })).toContain('/data/library');
});

it.each([
  ['refused', () => refuseStart(owner, topic), 1],
  ['declined', () => endDeclinedStart(owner, topic), 0],
])('a start that was %s says why on stderr and ends with exit code 1', (_how, end, boxes) => {
  end();
  expect(stderr).toHaveBeenCalledWith(expect.stringContaining('desk'));
  expect(dialog.showErrorBox).toHaveBeenCalledTimes(boxes);
  expect(app.exit).toHaveBeenCalledWith(1);
});

it.each([
  [0, true],
  [1, false],
])('button %i of the question means %s; closing it means no', async (response, isWanted) => {
  vi.mocked(dialog.showMessageBox).mockResolvedValueOnce({ response, checkboxChecked: false });
  const { signal } = new AbortController();
  expect(await askAboutOwner(owner, topic, signal)).toBe(isWanted);
  expect(dialog.showMessageBox).toHaveBeenCalledWith(expect.objectContaining({ cancelId: 1, signal }));
});

it('says who has taken the library over, and never fails', async () => {
  const log = { info: vi.fn(), error: vi.fn() };
  await reportLostLibrary(owner, topic, log);
  expect(dialog.showMessageBox).toHaveBeenCalledWith(
    expect.objectContaining({ message: expect.stringContaining('desk') }),
  );
  vi.mocked(dialog.showMessageBox).mockRejectedValueOnce(new Error('no display'));
  await reportLostLibrary(owner, topic, log);
  expect(log.error).toHaveBeenCalledOnce();
});
