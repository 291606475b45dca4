// Files that are dropped on a screen go where they belong.

import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { writePicture } from '../../e2e/support/pictures.ts';
import { expectText, textField } from '../../e2e/support/text.ts';
import { expect, test } from '../support/fixtures.ts';

type Dropped = { name: string; type: string; base64: string };

/** Drops files on an element, as the system does. */
async function drop(target: Locator, ...files: Dropped[]): Promise<void> {
  await target.evaluate((element, given) => {
    const dataTransfer = new DataTransfer();
    for (const { name, type, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name, { type }));
    }
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  }, files);
}

test('a text becomes the text of Speech, a picture opens Images, there by its place', async ({ page, saveDir }) => {
  const editor = textField(page);
  await editor.fill('Mine.');
  await drop(editor, { name: 'script.txt', type: 'text/plain', base64: btoa('Theirs.') });
  await expectText(page, 'Theirs.');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectText(page, 'Mine.');
  await drop(editor, { name: 'song.mp3', type: 'audio/mpeg', base64: btoa('x') });
  await expect(page.getByText('“song.mp3” is a sound.')).toBeVisible();

  const picture = async (name: string): Promise<Dropped> => {
    const bytes = await readFile(await writePicture(saveDir, name, 80, 60));
    return { name, type: 'image/png', base64: bytes.toString('base64') };
  };
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
