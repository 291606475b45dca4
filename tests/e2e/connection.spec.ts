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

// attack 48
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
  test('the key is for the session only', { tag: '@journey' }, async ({ page, relay, userData }) => {
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

  // promise changed-jobs-wait, promise key-never-in-clear
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
    await again.getByRole('button', { name: 'All', exact: true }).click();
    await expect(again.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(2);
    expect(posts()).toHaveLength(3);
    expect(posts().at(-1)?.headers.authorization).toBe(`Bearer ${CANARY_KEY}`);
  });
});

// promise private-calls-need-a-person
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
  await expect(page.getByText('The address is on a private network')).toBeVisible();
  expect(await started.app.control({ type: 'recorded' })).toContain('Connect to https://192.168.254.254:9');
  await started.app.control({
    type: 'answer',
    dialog: 'showMessageBox',
    value: { response: 1, checkboxChecked: false },
  });
  await save.click();
  await expect(page.getByText('The address is on a private network')).toHaveCount(0);
  await expect(page.getByText(/^https:\/\/192\.168\.254\.254:9|192\.168\.254\.254/).first()).toBeVisible();
});
