import { CANARY_KEY, generate } from '../../e2e/support/page-actions.ts';
import { replies } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

test('the address is normalised and shown as it will be called; bad ones are explained', async ({ page }) => {
  await page.getByRole('tab', { name: 'Settings' }).click();
  const address = page.getByRole('textbox', { name: 'Base URL' });
  await address.fill(' relay.example/v1/ ');
  await expect(page.getByText('https://relay.example/v1/audio/speech')).toBeVisible();
  for (const [typed, words] of [
    ['http://relay.example', 'unencrypted'],
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
  await expect(status).toContainText('lists 2 models. Not listed: image-edit-5-0-260128. Quota: 12.5 of 20 left.');
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
  await expect(status).toContainText('lists no models');
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
