import { pcmTone, replies } from '../fakes/scripted-relay.ts';
import { edit, failed, openWithPicture, results } from './support/edits.ts';
import { expect, generate, onlyOn, test } from './support/fixtures.ts';
import { plainResults } from './support/pictures.ts';
import { recorded } from './support/recorded.ts';

// They count what was asked of the desktop since the start.
test.use({ sharesApp: false });

test.describe('while another program has the focus', () => {
  onlyOn('chromium', 'the host records what the desktop would show');

  test('the taskbar shows that a request runs, a notification that it has ended, and a click opens the result', async ({
    page,
    app,
    relay,
    saveDir,
  }) => {
    await openWithPicture(page, relay, saveDir);
    relay.answerWith(plainResults('teal'));
    await edit(page, 'Watched');
    await expect(results(page)).toHaveCount(1);
    const [shown, running] =
      process.platform === 'linux' ? ['app.setBadgeCount', 1] : ['BrowserWindow.setProgressBar', 2];
    const none = running === 1 ? 0 : -1;
    expect(await recorded(app, shown)).toEqual([none, running, none]);
    expect(await recorded(app, 'Notification.show')).toEqual([]);

    await page.getByRole('tab', { name: 'Speech' }).click();
    await page.getByRole('tab', { name: 'Images' }).click();
    relay.answerWith(async (response, request) => {
      await app.control({ type: 'leaveWindow' });
      await plainResults('navy')(response, request);
    });
    await edit(page, 'Not watched');
    await expect(results(page)).toHaveCount(2);
    await page.getByRole('tab', { name: 'Library' }).click();
    await expect
      .poll(() => recorded(app, 'Notification.show'))
      .toEqual([{ title: 'Edit finished', body: 'Not watched' }]);
    await app.control({ type: 'clickNotification' });
    await expect(page.getByRole('tab', { name: 'Images' })).toHaveAttribute('aria-selected', 'true');
    await expect(results(page).first()).toHaveAttribute('aria-pressed', 'true');

    // What is on the screen is not thrown away for it: the result is opened in the library.
    await page.getByRole('button', { name: /^Remove picture 1/ }).click();
    await app.control({ type: 'clickNotification' });
    await expect(page.getByRole('complementary', { name: 'Item details' })).toContainText('Not watched');
  });

  test('a failure is notified too, a short speech request is not, and nothing is when notifications are off', async ({
    page,
    app,
    relay,
    saveDir,
  }) => {
    await openWithPicture(page, relay, saveDir);
    await app.control({ type: 'leaveWindow' });
    relay.answerWith(replies.json(401, { error: { message: 'bad key' } }));
    await edit(page, 'Refused');
    await expect(failed(page)).toHaveCount(1);
    const shown = [{ title: 'The relay refused the key', body: 'Refused' }];
    await expect.poll(() => recorded(app, 'Notification.show')).toEqual(shown);
    relay.answerWith(replies.audio(pcmTone(0.5)));
    await page.getByRole('tab', { name: 'Speech' }).click();
    await generate(page, 'Short');
    await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Notify when done' }).click();
    await page.getByRole('tab', { name: 'Images' }).click();
    await page.getByRole('button', { name: 'Edit image' }).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await recorded(app, 'Notification.show')).toEqual(shown);
  });
});
