import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pcmTone, replies } from '../fakes/scripted-relay.ts';
import { spelledIn, spellingsOf } from '../support/key-spellings.ts';
import {
  CANARY_KEY,
  connectInSettings,
  connectTo,
  expect,
  filesUnder,
  generate,
  onlyOn,
  test,
} from './support/fixtures.ts';
import { heapOf } from './support/memory.ts';

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

test('http on a private network needs consent; without it nothing can be saved or tested', async ({ page }) => {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Base URL' }).fill('http://192.168.1.20:3000/v1');
  await expect(page.getByText(/allow it under Models and advanced/)).toBeVisible();
  const save = page.getByRole('button', { name: 'Save connection' });
  await expect(save).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Test connection' })).toBeDisabled();
  await page.getByRole('button', { name: 'Models and advanced' }).click();
  await page.getByRole('switch', { name: 'Allow http on this private network' }).click();
  await expect(page.getByText('Will call http://192.168.1.20:3000/v1/audio/speech')).toBeVisible();
  await expect(save).toBeEnabled();
  await page.getByRole('textbox', { name: 'Base URL' }).fill('http://relay.example');
  await expect(save).toBeDisabled();
});

test('testing a connection shows what was found and saves nothing', async ({ page, relay }) => {
  const status = page.getByRole('status', { name: 'Connection status' });
  const press = () => page.getByRole('button', { name: 'Test connection' }).click();
  const billing = '/v1/dashboard/billing/';
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Base URL' }).fill(relay.baseUrl);
  await page.getByRole('textbox', { name: 'API key' }).fill(CANARY_KEY);

  relay.answerWith((response, request) => {
    const reply: Record<string, unknown> = {
      '/v1/models': { data: [{ id: 'speech-tts-1.0' }, { id: 'other' }] },
      [`${billing}subscription`]: { hard_limit_usd: 20 },
      [`${billing}usage`]: { total_usage: 750 },
    };
    replies.json(200, reply[request.path])(response, request);
  });
  await press();
  await expect(status).toContainText('lists 2 models. Not among them: image-edit-5-0-260128. Quota: 12.5 of 20 left.');
  await expect(status.locator('.lucide-circle-check')).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose a model' }).click();
  const model = page.getByRole('combobox', { name: 'Image model' });
  await expect(model).toBeFocused();
  await model.press('ArrowDown');
  await expect(page.getByRole('option')).toHaveCount(2);
  await model.fill('ot');
  await expect(page.getByRole('option')).toHaveText(['other']);
  await model.press('ArrowDown');
  await model.press('Enter');
  await expect(model).toHaveValue('other');
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
  expect(new Set(relay.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  await expect(page.getByText('New connection').first()).toBeVisible();
});

test('a surplus path is noticed', async ({ page, relay }) => {
  relay.answerWith((response, request) =>
    (request.path === '/v1/models' ? replies.json(200, { data: [] }) : replies.text(404, ''))(response, request),
  );
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Base URL' }).fill(`${relay.baseUrl}/console`);
  await page.getByRole('textbox', { name: 'API key' }).fill('short');
  await expect(page.getByText('This key is very short')).toBeVisible();
  await page.getByRole('textbox', { name: 'API key' }).fill(CANARY_KEY);
  await expect(page.getByText('This key is very short')).toBeHidden();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByRole('alert')).toContainText(`The relay answers at ${relay.baseUrl} instead.`);
});

test('without a key nothing can be generated, and the reason is shown', async ({ page, relay }) => {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Base URL' }).fill(relay.baseUrl);
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByRole('status', { name: 'Connection status' })).toContainText('Add a key');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByRole('alert')).toContainText(/no key/i);
  await page.getByRole('tab', { name: 'Speech' }).click();
  await expect(page.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled();
  await expect(page.getByText(/Add a key/)).toBeVisible();
  const rail = page.getByRole('button', { name: /^Connection: / });
  await expect(rail).toContainText('no key');
  await rail.click();
  await page.getByRole('radio', { name: /on this computer/ }).click();
  await page.keyboard.press('Escape');
  await expect(rail).not.toContainText('no key');
  await generate(page, 'Hello');
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  expect(relay.requests).toHaveLength(0);
});

test('where there is no key store the key is for the session only, says so, and is in no file', async ({
  page,
  relay,
  userData,
  restart,
}) => {
  await connectInSettings(page, relay);
  const spellings = Object.values(spellingsOf(CANARY_KEY)).join(' ');
  relay.answerWith(replies.json(401, { error: { message: `bad key ${spellings}` } }, { 'x-echo': spellings }));
  await generate(page, 'Hello');
  const alert = page.getByRole('alert');
  await expect(alert).toHaveCount(1);
  await alert.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog')).toContainText('x-echo: [key removed]');
  expect(spelledIn(await page.content(), CANARY_KEY)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByText(/for this session only/).first()).toBeVisible();
  expect(relay.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY_KEY}`);
  const heap = await heapOf(page);
  expect(heap).toContain('bad key [key removed]');
  expect(spelledIn(heap, CANARY_KEY), 'the page holds the key').toEqual([]);

  const again = await restart();
  for (const [name, bytes] of await filesUnder(userData))
    expect(spelledIn(bytes.toString('latin1'), CANARY_KEY), name).toEqual([]);
  await expect(again.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled();
  await expect(again.getByText(/Add a key/)).toBeVisible();
});

test.describe('with a key store that encrypts with a public password', () => {
  test.use({ keyring: 'nameless' });
  test('the key is for the session only', async ({ page, relay, userData }) => {
    onlyOn('chromium', 'the host plays the key store');
    await connectInSettings(page, relay);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByText(/for this session only/).first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'API key' })).toHaveAttribute('placeholder', /this session/);
    expect([...(await filesUnder(userData)).keys()]).not.toContain('keys.json');
  });
});

test.describe('with a key store', () => {
  test.use({ keyring: 'working' });
  test('a key store that has not answered keeps no window waiting; its keys work once it is unlocked', async ({
    page,
    started,
    relay,
    restart,
  }) => {
    onlyOn('chromium', 'the host plays the key store');
    await connectTo(page, relay);
    const locked = await restart({ keyring: 'locked' });
    await expect(locked.getByText(/Waiting for the system’s key store/)).toBeVisible();
    await expect(locked.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled();

    await started.app.control({ type: 'unlockKeyring' });
    await generate(locked, 'Said with the stored key');
    await expect(locked.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
    expect(relay.requests.at(-1)?.headers.authorization).toBe(`Bearer ${CANARY_KEY}`);
  });

  test('the key survives a restart, encrypted; a request that was written to the disk from outside waits for a click', async ({
    page,
    relay,
    userData,
    restart,
  }) => {
    const posts = () => relay.requests.filter(({ method }) => method === 'POST');
    await connectTo(page, relay);
    relay.answerWith(replies.json(400, { error: { message: 'no' } }), replies.audio(pcmTone(0.5)));
    await generate(page, 'Refused');
    await expect(page.getByRole('alert')).toContainText('no');
    {
      using db = new DatabaseSync(path.join(userData, 'library', 'library.sqlite'), { timeout: 5000 });
      db.exec(`UPDATE jobs SET state = 'queued', is_dismissed = 0,
        body = json_set(body, '$.state', 'queued', '$.error', NULL, '$.request.text', 'Sent by nobody')`);
    }
    const again = await restart({ isKilled: true });
    for (const [name, bytes] of await filesUnder(userData)) expect(bytes.includes(CANARY_KEY), name).toBe(false);
    await expect(again.locator('#connection-queue')).toHaveText('Paused 1');
    await generate(again, 'Hello again');
    await expect(again.locator('#connection-queue')).toHaveText('Paused 2');
    expect(posts()).toHaveLength(1);
    await again.getByRole('button', { name: /^Connection: / }).click();
    await again.getByRole('button', { name: 'Resume queue' }).click();
    await again.keyboard.press('Escape');
    await expect(again.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(2);
    expect(posts()).toHaveLength(3);
    expect(posts().at(-1)?.headers.authorization).toBe(`Bearer ${CANARY_KEY}`);
  });
});

test('an address in a private network is called after the system’s own dialog allowed it', async ({
  page,
  started,
}) => {
  onlyOn('chromium', 'the host answers dialogs');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Base URL' }).fill('https://192.168.254.254:9');
  await page.getByRole('textbox', { name: 'API key' }).fill(CANARY_KEY);
  const save = page.getByRole('button', { name: 'Save connection' });
  await save.click();
  await expect(page.getByText('The address is in a private network')).toBeVisible();
  expect(await started.app.control({ type: 'recorded' })).toContain('Call https://192.168.254.254:9');
  await started.app.control({
    type: 'answer',
    dialog: 'showMessageBox',
    value: { response: 1, checkboxChecked: false },
  });
  await save.click();
  await expect(page.getByText('The address is in a private network')).toHaveCount(0);
  await expect(page.getByText(/^https:\/\/192\.168\.254\.254:9|192\.168\.254\.254/).first()).toBeVisible();
});
