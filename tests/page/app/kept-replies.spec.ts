import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { edit, failed, openWithPicture, results } from '../../e2e/support/edits.ts';
import { accessibilityViolations, ask, connectTo, filesUnder, generate } from '../../e2e/support/page-actions.ts';
import { pcmTone, replies, type Script, type ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

/** A long address, as signed ones are. */
const LATE = `/late.png?signature=${'f'.repeat(1900)}`;

/** Answers edits with a picture that is at `LATE`, and that address with 404 until it is ready. */
async function answerLate(relay: ScriptedRelay, ...others: object[]): Promise<{ makeReady: () => void }> {
  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  let isReady = false;
  const script: Script = (response, request) => {
    const data = [{ url: LATE }, ...others];
    if (request.method === 'POST') return replies.json(200, { created: 1, data })(response, request);
    return isReady ? response.writeHead(200).end(picture) : response.writeHead(404).end();
  };
  relay.answerWith(script);
  return {
    makeReady() {
      isReady = true;
    },
  };
}

const posts = (relay: ScriptedRelay): number => relay.requests.filter(({ method }) => method === 'POST').length;

test('a result that could not be fetched is fetched again into its place, and nothing is sent again', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  const { makeReady } = await answerLate(relay);
  await edit(page, 'Late');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The result was made but could not be fetched', { timeout: 15_000 });
  await expect(alert).toContainText('This was billed.');
  // Its reply, with the whole address.
  await alert.getByRole('button', { name: 'Show reply' }).click();
  const details = page.getByRole('complementary', { name: 'Item details' });
  await expect(details.getByRole('textbox', { name: 'Address' })).toHaveValue(LATE);
  await expect(details).toContainText('Retried automatically until');
  expect(await details.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBeLessThanOrEqual(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  await details.getByRole('button', { name: 'Fetch again' }).click();
  await expect(page.getByText('It still could not be fetched.')).toBeVisible();
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(failed(page)).toHaveCount(1);
  makeReady();
  await failed(page).click({ button: 'right' });
  const entries = page.getByRole('menuitem');
  await expect(entries).toHaveText([
    'Send again',
    'Fetch again',
    'Copy address',
    'Save reply',
    'Show reply',
    'Remove from the strip',
  ]);
  await entries.filter({ hasText: 'Fetch again' }).press('Enter');
  await expect(results(page)).toHaveCount(1);
  await expect(failed(page)).toHaveCount(0);
  await expect(alert).toHaveCount(0);
  expect(posts(relay)).toBe(1);
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect(page.getByRole('gridcell')).toHaveCount(1);
});

test('in Chinese: one result is fetched again; the host of another is allowed, and forgotten', {
  tag: '@slow',
}, async ({ desktop, page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  const { makeReady } = await answerLate(relay, { url: 'http://pictures.example:8080/a.png' });
  await edit(page, 'Late');
  await expect(failed(page)).toHaveCount(2, { timeout: 15_000 });
  await ask(page, 'settings.update', { language: 'zh' });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('结果已生成，但未能取回');
  makeReady();
  await alert.getByRole('button', { name: '重新取回' }).click();
  await expect(page.getByRole('button', { name: '结果 1', exact: true })).toBeVisible();
  await expect(alert).toContainText('本应用不打开结果的地址');
  desktop.answer = 1;
  await alert.getByRole('button', { name: '允许该主机…' }).click();
  // That host does not exist.
  await expect(alert).toContainText('结果已生成，但未能取回');
  await page.getByRole('tab', { name: '设置' }).click();
  await page.getByText('使用中').click();
  const forget = page.getByRole('button', { name: '不再允许 http://pictures.example:8080' });
  await forget.click();
  await expect(forget).toHaveCount(0);
  expect(posts(relay)).toBe(1);
});

test('a task that is not finished is told as that, asked for again, and becomes the result of the same edit', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  let answer: object = { id: 'task-7', status: 'processing' };
  relay.answerWith((response, request) => {
    const taken = { id: 'task-7', status: 'queued', urls: { get: '/v1/tasks/7' } };
    return replies.json(request.method === 'POST' ? 202 : 200, request.method === 'POST' ? taken : answer)(
      response,
      request,
    );
  });
  await edit(page, 'Later');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The relay has not finished yet');
  await expect(alert).toContainText('Task: task-7');
  await expect(alert).toContainText('This may have been billed.');
  await expect(alert).not.toContainText('another wording');
  await page.evaluate(() => {
    const clipboard = { writeText: async (copied: string) => void Object.assign(window, { copied }) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  });
  const copied = () => page.evaluate(() => Reflect.get(window, 'copied'));
  await alert.getByRole('button', { name: 'Copy task id' }).click();
  await expect.poll(copied).toBe('task-7');
  await alert.getByRole('button', { name: 'Copy task address' }).click();
  await expect.poll(copied).toBe(`${relay.baseUrl}/v1/tasks/7`);
  expect(await accessibilityViolations(page)).toEqual([]);
  await alert.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByText('The relay is still working on it.')).toBeVisible();
  await expect(failed(page)).toHaveCount(1);
  answer = { id: 'task-7', status: 'succeeded', data: [{ b64_json: picture.toString('base64') }] };
  await alert.getByRole('button', { name: 'Ask again' }).click();
  await expect(results(page)).toHaveCount(1);
  await expect(failed(page)).toHaveCount(0);
  await expect(alert).toHaveCount(0);
  expect(posts(relay)).toBe(1);
});

test('a reply that is no sound is kept, shown and saved byte for byte', async ({ page, relay, saveDir }) => {
  await connectTo(page, relay);
  const body = JSON.stringify({ surprise: 'nothing to hear', number: 7 });
  relay.answerWith((response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body));
  await generate(page, 'Say something');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This may have been billed.');
  await alert.getByRole('button', { name: 'Show reply' }).click();
  const details = page.getByRole('complementary', { name: 'Item details' });
  await expect(details).toContainText('application/json');
  await expect(details).toContainText('200');
  await expect(details.locator('pre')).toContainText('{"surpri');
  await details.getByRole('button', { name: 'Save reply' }).click();
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain('Say something.json');
  expect(await readFile(path.join(saveDir, 'Say something.json'), 'utf8')).toBe(body);
  await details.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByText('Read again: nothing more was found.')).toBeVisible();
  expect(posts(relay)).toBe(1);
});

test('speech that a relay compressed although nobody asked is played, and stored decoded', async ({
  page,
  relay,
  userData,
}) => {
  await connectTo(page, relay);
  // Long enough to be heard still, however busy the machine is.
  const audio = Buffer.from(pcmTone(30));
  relay.answerWith((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(audio)));
  await generate(page, 'Compressed');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
  const media = [...(await filesUnder(path.join(userData, 'library/media'))).values()];
  expect(media.map((bytes) => bytes.equals(audio))).toEqual([true]);
});
