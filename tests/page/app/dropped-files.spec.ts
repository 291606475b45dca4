// Files that are dropped on a screen go where they belong.

import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { writePicture } from '../../e2e/support/pictures.ts';
import { expectText, textField } from '../../e2e/support/text.ts';
import { expect, test } from '../support/fixtures.ts';

type Dropped = { name: string; type: string; base64: string };

/** Drops files on an element, or pastes them while it has the focus, as the system does. */
const drop = (target: Locator, ...files: Dropped[]): Promise<void> => bring(target, 'drop', files);
const paste = (target: Locator, ...files: Dropped[]): Promise<void> => bring(target, 'paste', files);

const hold = (target: Locator, ...files: Dropped[]): Promise<void> => bring(target, 'dragover', files);

async function bring(target: Locator, how: 'drop' | 'dragover' | 'paste', files: readonly Dropped[]): Promise<void> {
  await target.evaluate(
    (element, { way, given }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      const as = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        way === 'paste'
          ? new ClipboardEvent('paste', { ...as, clipboardData: dataTransfer })
          : new DragEvent(way, { ...as, dataTransfer }),
      );
    },
    { way: how, given: files },
  );
}

async function pictureIn(folder: string, name: string): Promise<Dropped> {
  const bytes = await readFile(await writePicture(folder, name, 80, 60));
  return { name, type: 'image/png', base64: bytes.toString('base64') };
}

test('the place where a picture would go is lit while it is held there', async ({ page, saveDir }) => {
  await page.getByRole('tab', { name: 'Images' }).click();
  const lit = page.locator('[data-dropping]');
  const picture = await pictureIn(saveDir, 'held.png');
  await hold(page.getByRole('region', { name: 'Mask canvas' }), picture);
  await expect(lit).toHaveCount(1);
  await expect(lit).toHaveAccessibleName('Mask canvas');
  await hold(page.getByRole('textbox', { name: 'Edit instruction' }), picture);
  await expect(lit).toHaveCount(1);
  await expect(lit.getByRole('textbox', { name: 'Edit instruction' })).toBeVisible();

  // With a picture, both places say what would happen there.
  await drop(page.locator('body'), picture);
  await expect(page.getByRole('list', { name: 'References' }).getByRole('listitem')).toHaveCount(1);
  await hold(page.getByRole('region', { name: 'Mask canvas' }), picture, await pictureIn(saveDir, 'other.png'));
  await expect(page.getByText('Open 2 pictures')).toBeVisible();
  await expect(page.getByText('Add 2 references')).toBeVisible();
  await drop(page.getByRole('textbox', { name: 'Edit instruction' }), picture);
  await expect(page.getByText('Open 2 pictures')).toHaveCount(0);
});

for (const [how, act] of [
  ['dropped', drop],
  ['pasted', paste],
] as const)
  test(`a picture ${how} on the picture opens it instead, one beside it, at the tray or the instruction, is added`, async ({
    page,
    saveDir,
  }) => {
    await page.getByRole('tab', { name: 'Images' }).click();
    const list = page.getByRole('list', { name: 'References' });
    const tray = list.getByRole('listitem');
    await act(page.locator('body'), await pictureIn(saveDir, 'first.png'));
    await expect(tray).toHaveCount(1);
    await act(list, await pictureIn(saveDir, 'second.png'));
    await expect(tray).toHaveCount(2);
    await act(page.getByRole('textbox', { name: 'Edit instruction' }), await pictureIn(saveDir, 'third.png'));
    await expect(tray).toHaveCount(3);
    await act(page.getByRole('application', { name: 'Painting area' }), await pictureIn(saveDir, 'fourth.png'));
    await expect(tray).toHaveCount(1);
    await expect(tray.first().getByRole('button', { name: /fourth\.png/ })).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(tray).toHaveCount(3);
  });

test('a text becomes the text of Speech, a picture opens Images, there by its place', async ({ page, saveDir }) => {
  const editor = textField(page);
  await editor.fill('Mine.');
  await drop(editor, { name: 'script.txt', type: 'text/plain', base64: btoa('Theirs.') });
  await expectText(page, 'Theirs.');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectText(page, 'Mine.');
  await drop(editor, { name: 'song.mp3', type: 'audio/mpeg', base64: btoa('x') });
  await expect(page.getByText('“song.mp3” is an audio file.')).toBeVisible();

  const picture = (name: string): Promise<Dropped> => pictureIn(saveDir, name);
  await drop(editor, await picture('first.png'));
  const list = page.getByRole('list', { name: 'References' });
  const tray = list.getByRole('listitem');
  await expect(tray).toHaveCount(1);
  await drop(list, await picture('second.png'));
  await expect(tray).toHaveCount(2);
  await list.getByRole('button', { name: /second\.png/ }).click();
  await page.getByRole('button', { name: 'Edit this picture' }).click();
  await expect(tray.first().getByRole('button', { name: /second\.png/ })).toHaveAttribute('aria-pressed', 'true');
  await drop(page.getByRole('region', { name: 'Mask canvas' }), await picture('third.png'));
  await expect(tray).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(tray).toHaveCount(2);
});
