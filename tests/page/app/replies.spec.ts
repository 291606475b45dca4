import path from 'node:path';
import sharp from 'sharp';
import { connectTo, filesUnder, generate } from '../../e2e/support/page-actions.ts';
import { addImages, writePicture } from '../../e2e/support/pictures.ts';
import { pcmTone, replies, type Script } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

test('an error appended to the audio: the good part is kept with a warning, the relay’s message is shown', async ({
  page,
  relay,
  userData,
}) => {
  await connectTo(page, relay);
  const audio = Buffer.from(pcmTone(1));
  const error = JSON.stringify({ error: { message: 'upstream broke off', code: 3005 } });
  relay.answerWith(replies.audio(Buffer.concat([audio, Buffer.from(error)])));
  await generate(page, 'Half of it');

  await expect(page.getByRole('alert')).toContainText('stopped with an error');
  await expect(page.getByRole('alert')).toContainText('upstream broke off');
  await expect(page.getByRole('alert')).toContainText('This may have been billed.');
  const take = page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
  await expect(take).toContainText('Broken off');
  const media = [...(await filesUnder(path.join(userData, 'library/media'))).values()];
  // The take, and the reply as it came.
  expect(media.map((bytes) => bytes.equals(audio)).sort()).toEqual([false, true]);
  await page.getByRole('button', { name: 'Play take: Half of it' }).click();
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('audio inside a JSON string is audio, and a message in one is an error', async ({ page, relay, userData }) => {
  await connectTo(page, relay);
  const audio = Buffer.from(pcmTone(1));
  relay.answerWith(replies.json(200, audio.toString('base64')), replies.json(200, 'no voice today'));
  await generate(page, 'In a string');
  const takes = page.getByRole('list', { name: 'Takes' }).getByRole('listitem');
  await expect(takes).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  const media = [...(await filesUnder(path.join(userData, 'library/media'))).values()];
  // All of the reply is the take.
  expect(media.map((bytes) => bytes.equals(audio))).toEqual([true]);
  await generate(page, 'Another');
  await expect(page.getByRole('alert')).toContainText('no voice today');
  await expect(takes).toHaveCount(1);
});

test('audio that is far too short for its text is kept with a warning, without an alert', async ({ page, relay }) => {
  await connectTo(page, relay);
  relay.answerWith(replies.audio(pcmTone(0.1)));
  await generate(page, 'word '.repeat(300));
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toContainText('Unlikely length');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

const picture = async (colour: string): Promise<string> =>
  (
    await sharp({ create: { width: 320, height: 200, channels: 3, background: colour } })
      .png()
      .toBuffer()
  ).toString('base64');

test('one of two results failed: the other is kept, and the failure is shown', async ({ page, relay, saveDir }) => {
  await connectTo(page, relay);
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writePicture(saveDir, 'source.png', 320, 200));
  const data = [{ error: { code: 'X', message: 'this one was not shown' } }, { b64_json: await picture('teal') }];
  relay.answerWith(replies.json(200, { created: 1, data }));
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Two of them');
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect(page.getByRole('alert')).toContainText('this one was not shown');
  const results = page.getByRole('list', { name: 'Results' }).getByRole('button', { name: /^Result \d+$/ });
  await expect(results).toHaveCount(1);
});

test('previews are shown while the picture is still being made', { tag: '@slow' }, async ({ page, relay, saveDir }) => {
  await connectTo(page, relay);
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writePicture(saveDir, 'source.png', 320, 200));
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('switch', { name: 'Show previews' }).click();
  const [dim, bright] = [await picture('#333333'), await picture('teal')];
  const events = {
    preview: `event: image_edit.partial_image\ndata: {"partial_image_index":0,"b64_json":"${dim}"}\n\n`,
    picture: `event: image_edit.completed\ndata: {"b64_json":"${bright}"}\n\n`,
  };
  let finish = (): void => undefined;
  const script: Script = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(events.preview);
    finish = () => void response.end(events.picture);
  };
  relay.answerWith(script);
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Slowly');
  await page.getByRole('button', { name: 'Edit image' }).click();
  const results = page.getByRole('list', { name: 'Results' });
  await expect(results.locator('img[src^="/media/"]')).toHaveCount(1);
  await expect(results.getByRole('button', { name: /^Result \d+$/ })).toHaveCount(0);
  finish();
  await expect(results.getByRole('button', { name: /^Result \d+$/ })).toHaveCount(1);
  expect(JSON.parse(relay.requests.at(-1)?.body ?? '{}')).toMatchObject({ stream: true });
});
