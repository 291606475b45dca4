// Scripts from files.

import { strToU8, zipSync } from 'fflate';
import { accessibilityViolations } from '../../e2e/support/page-actions.ts';
import { expectText } from '../../e2e/support/text.ts';
import { expect, test } from '../support/fixtures.ts';

test('files of many kinds become scripts; what does not is named with the reason', async ({ page }) => {
  const relation = '<Relationship Type="x/officeDocument" Target="word/document.xml"/>';
  const paragraph = '<w:p><w:r><w:t>Anna: From a document.</w:t></w:r></w:p>';
  const docx = Buffer.from(
    zipSync({
      '_rels/.rels': strToU8(`<Relationships>${relation}</Relationships>`),
      'word/document.xml': strToU8(`<w:document><w:body>${paragraph}</w:body></w:document>`),
    }),
  );
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await (await choosing).setFiles([
    { name: 'paper.docx', mimeType: 'application/octet-stream', buffer: docx },
    { name: 'cut.docx', mimeType: 'application/octet-stream', buffer: docx.subarray(0, 100) },
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# One\n\nText.\n') },
    { name: 'cast.csv', mimeType: 'text/csv', buffer: Buffer.from('Ben,Hello.\nAnna,Hi.\n') },
    { name: 'old.txt', mimeType: 'text/plain', buffer: Buffer.from('d4e7c9cfbac3a3accac0bde7', 'hex') },
  ]);
  const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
  await expect(dialog.getByRole('alert')).toContainText('cut.docx');
  await expect(dialog).toContainText('1 heading begins a chapter');
  await expect(dialog).toContainText('The 2 columns have no names');
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Add 4 scripts' }).click();
  await expectText(page, 'Anna: From a document.');
  await page.getByRole('button', { name: 'Scripts', exact: true }).click();
  for (const title of ['paper', 'One', 'cast', 'old'])
    await expect(page.getByRole('button', { name: `Open script “${title}”` })).toBeVisible();
  await page.getByRole('button', { name: 'Open script “old”' }).click();
  await expectText(page, '早上好，世界');
});

test('prose with short rows and subtitles with odd times: what was done is said, and can be undone', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
  const choose = async (name: string, text: string): Promise<void> => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await (await choosing).setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(text) }]);
  };
  const rows = [
    'It was late in the evening when the small boat came around',
    'the head of the harbour, and nobody on the quay had noticed',
    'the lantern at its bow until it was almost at the steps.',
    'The woman at the tiller said nothing, and threw the rope.',
  ];
  await choose('tale.txt', rows.join('\n'));
  await expect(dialog).toContainText('1 line');
  await dialog.getByRole('switch', { name: 'Join the rows of each paragraph' }).click();
  await expect(dialog).toContainText('4 lines');
  await dialog.getByRole('switch', { name: 'Join the rows of each paragraph' }).click();
  await expect(dialog).toContainText('1 line');
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Open as a new script' }).click();
  await expectText(page, rows.join(' '));

  await choose('odd.srt', '1\n00:00:01,000 → 00:00:02,000\nFirst.\n\n2\nOO:xx --> 00:00:03,000\nSecond.\n');
  await expect(dialog).toContainText('cannot be read. In the file: row 6.');
  await expect(dialog).toContainText('Second.');
});
