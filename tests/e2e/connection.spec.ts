import { replies } from '../fakes/scripted-relay.ts';
import { CANARY_KEY, connectTo, expect, filesUnder, generate, test } from './fixtures.ts';

test('the address is normalised and shown as it will be called; bad ones are explained', async ({ page }) => {
  await page.getByRole('tab', { name: 'Settings' }).click();
  const address = page.getByRole('textbox', { name: 'Base URL' });
  await address.fill(' relay.example/v1/ ');
  await expect(page.getByText('https://relay.example/v1/audio/speech')).toBeVisible();
  for (const [typed, words] of [
    ['http://relay.example', 'in the open'],
    ['ftp://relay.example', 'https://'],
    ['https://me:secret@relay.example', 'user name'],
  ] as const) {
    await address.fill(typed);
    await expect(page.getByText(words).first()).toBeVisible();
  }
});

test('testing a connection tells what was found, without saving anything', async ({ page, relay }) => {
  const status = page.getByRole('status', { name: 'Connection status' });
  const press = () => page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Base URL' }).fill(relay.baseUrl);
  await page.getByRole('textbox', { name: 'API key' }).fill(CANARY_KEY);

  relay.answerWith(replies.json(200, { data: [{ id: 'speech-tts-1.0' }, { id: 'other' }] }));
  await press();
  await expect(status).toContainText('lists 2 models');
  relay.answerWith(replies.json(401, { error: { message: 'no such key' } }));
  await press();
  await expect(page.getByRole('alert')).toContainText(/key/i);
  relay.answerWith(replies.text(200, '<!doctype html><title>Welcome</title>'));
  await press();
  await expect(page.getByRole('alert')).toContainText('web page');
  relay.answerWith(replies.text(404, 'not found'));
  await press();
  await expect(status).toContainText('no model list');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(relay.requests.map(({ path }) => path)).toEqual(Array(4).fill('/v1/models'));
  await expect(page.getByText('New connection').first()).toBeVisible();
});

test('without a key nothing can be generated, and the reason is shown', async ({ page, relay }) => {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Base URL' }).fill(relay.baseUrl);
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByRole('status', { name: 'Connection status' })).toContainText('Add a key');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByRole('alert')).toContainText(/no key/i);
  await page.getByRole('tab', { name: 'Speech' }).click();
  await expect(page.getByRole('button', { name: 'Generate' })).toBeDisabled();
  await expect(page.getByText(/Add a key/)).toBeVisible();
  expect(relay.requests).toHaveLength(0);
});

test('where there is no key store the key is for the session only, says so, and is in no file', async ({
  page,
  relay,
  userData,
  restart,
}) => {
  await connectTo(page, relay);
  relay.answerWith(replies.json(401, { error: { message: `bad key ${CANARY_KEY}` } }));
  await generate(page, 'Hello');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByText(/for this session only/).first()).toBeVisible();
  expect(relay.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY_KEY}`);

  const again = await restart();
  for (const [name, bytes] of await filesUnder(userData)) expect(bytes.includes(CANARY_KEY), name).toBe(false);
  await expect(again.getByRole('button', { name: 'Generate' })).toBeDisabled();
  await expect(again.getByText(/Add a key/)).toBeVisible();
});

test.describe('with a key store', () => {
  test.use({ hasKeyring: true });
  test('the key survives a restart, encrypted', async ({ page, relay, userData, restart }) => {
    await connectTo(page, relay);
    const again = await restart();
    for (const [name, bytes] of await filesUnder(userData)) expect(bytes.includes(CANARY_KEY), name).toBe(false);
    await generate(again, 'Hello again');
    await expect(again.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
    expect(relay.requests.at(-1)?.headers.authorization).toBe(`Bearer ${CANARY_KEY}`);
  });
});
