import { randomBytes } from 'node:crypto';
import { rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_DIALECT } from '../../shared/connection/connections.ts';
import type { EditRequest } from '../../shared/contract/images.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';
import { startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { jsonBody, multipartBody } from './edit-body.ts';
import { createRelayHttp, type RelayCall } from './http.ts';

const SIZE_BYTES = 1024 * 1024;
const REQUEST: Omit<EditRequest, 'form'> = {
  connectionId: 'c',
  prompt: 'Make it blue',
  pictures: [],
  mask: null,
  isSizeMatched: false,
  part: null,
  options: editOptions(),
};

/** The body of an edit of one picture, not read yet. */
async function bodyOf(form: EditRequest['form'], file: string): Promise<Pick<RelayCall, 'headers' | 'body'>> {
  const edit = {
    model: 'm',
    dialect: DEFAULT_DIALECT,
    request: { ...REQUEST, form },
    pictures: [{ kind: 'file' as const, path: file, mime: 'image/png', extension: 'png' }],
    mask: null,
  };
  if (form === 'multipart') return { headers: {}, body: await multipartBody(edit) };
  const { stream, sizeBytes } = await jsonBody(edit);
  return { headers: { 'content-length': String(sizeBytes) }, body: stream };
}

// fault 35
it.each(
  (['json', 'multipart'] as const).flatMap((form) => [
    { form, how: 'becomes shorter', change: (file: string) => truncate(file, SIZE_BYTES / 2) },
    { form, how: 'becomes longer', change: (file: string) => truncate(file, SIZE_BYTES * 2) },
    { form, how: 'is removed', change: (file: string) => rm(file) },
  ]),
)('a file that $how while it is sent ($form) ends the request with that reason', async ({ form, change }) => {
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' });
  onTestFinished(http.close);
  const file = path.join(await tempFolder(), 'picture.png');
  await writeFile(file, randomBytes(SIZE_BYTES));
  const body = await bodyOf(form, file);
  await change(file);
  const onSent = vi.fn();
  const { signal } = new AbortController();
  const url = `${relay.baseUrl}/v1/images/edits`;
  const reply = await http.call({ method: 'POST', url, timeoutMs: 10_000, signal, onSent, ...body });
  expect(onSent).toHaveBeenCalledOnce();
  expect(reply).toMatchObject({ ok: false, error: { code: 'outcome.file_changed' } });
  expect(relay.requests).toEqual([]);
});
