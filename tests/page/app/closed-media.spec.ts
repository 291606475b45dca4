import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { connectTo, generate } from '../../e2e/support/page-actions.ts';
import { pcmTone, replies } from '../../fakes/scripted-relay.ts';
import { closeFolder } from '../../support/read-only-folder.ts';
import { test as base, expect } from '../support/fixtures.ts';

const test = base.extend<{ closeMedia: () => Promise<() => void> }>({
  closeMedia: async ({ userData }, use) => {
    let reopen: (() => void) | undefined;
    const open = (): void => {
      reopen?.();
      reopen = undefined;
    };
    await use(async () => {
      const media = path.join(userData, 'library', 'media');
      await mkdir(media, { recursive: true });
      reopen = closeFolder(media);
      return open;
    });
    open();
  },
});

// fault 43
test('media that cannot be written are said; what arrived cannot be cancelled, and is saved once they can', async ({
  page,
  relay,
  closeMedia,
}) => {
  await connectTo(page, relay);
  const openMedia = await closeMedia();
  relay.answerWith(replies.audio(pcmTone(0.5)));
  await generate(page, 'Received');
  const banner = page.getByRole('status').filter({ hasText: /is read-only|permission to write/ });
  await expect(banner).toBeVisible();
  const speech = page.getByRole('tabpanel', { name: 'Speech' });
  await expect(speech.getByText(/^Saving/)).toBeVisible();
  await expect(speech.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0);
  await expect(speech.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled();
  openMedia();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(1);
  expect(relay.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
