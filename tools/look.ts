import { mkdtemp } from 'node:fs/promises';
import { launch } from '../tests/e2e/launch.ts';

const d = await mkdtemp('/tmp/w/vlook-');
const lang = process.argv[2] ?? 'en_US';
const scheme = (process.argv[3] ?? 'dark') as 'dark' | 'light';
const app = await launch({ userData: d, saveDir: d, language: lang });
const { page } = app;
const errors: string[] = [];
page.on('console', (m) => {
  if (m.type() === 'error' || m.type() === 'warning') errors.push(m.text());
});
page.on('pageerror', (e) => errors.push(String(e)));
await page.setViewportSize({ width: 1440, height: 900 });
await page.emulateMedia({ colorScheme: scheme });
const shot = (n: string) => page.screenshot({ path: `/tmp/w/vshots/${n}-${lang.slice(0, 2)}-${scheme}.png` });
const zh = lang.startsWith('zh');
const w = (en: string, z: string) => (zh ? z : en);
const voice = page.getByRole('combobox').first();
await voice.click();
await page.keyboard.press('Tab');
await page.keyboard.press('Enter');
await page.waitForTimeout(200);
const focus = () =>
  page.evaluate(() => {
    const e = document.activeElement;
    return `${e?.tagName} ${e?.getAttribute('aria-label') ?? e?.textContent?.slice(0, 30)}`;
  });
await page.getByRole('button', { name: w('English', '英语') }).click();
await page.getByRole('button', { name: w('Filter by Emotion', '按情感筛选') }).click();
await shot('picker');
await page.keyboard.press('Escape');
await page.waitForTimeout(300);
console.log('esc', await focus(), await page.getByRole('option').count());
// already made
await page.keyboard.press('Control+Enter');
await page.getByRole('listitem').first().waitFor();
await page.keyboard.press('Control+Enter');
await page.getByRole('button', { name: w('Make again', '再做一次') }).waitFor();
await shot('made');
// custom voice refused? then audition
await page.getByRole('button', { name: w('Audition voices…', '试音…') }).click();
await shot('audition-empty');
const boxes = page.getByRole('checkbox');
for (let i = 0; i < 12; i++) await boxes.nth(i * 3).check();
await page.waitForTimeout(400);
await shot('audition-chosen');
await page.getByRole('button', { name: w('Audition', '开始试音'), exact: true }).click();
await page.waitForTimeout(700);
await shot('audition-running');
await page.waitForFunction(
  () => document.querySelectorAll('kbd').length > 0 && !document.querySelector('[role=progressbar]'),
  null,
  { timeout: 60000 },
);
await page
  .getByRole('heading')
  .first()
  .click({ force: true })
  .catch(() => undefined);
await page.keyboard.press('3');
await page.waitForTimeout(300);
await shot('audition-playing');
await page.getByRole('switch').click();
await page.keyboard.press('2');
await page.waitForTimeout(200);
await shot('audition-blind');
await page.getByRole('button', { name: w('Back', '返回') }).click();
await page.getByRole('tab').nth(2).click();
await page.waitForTimeout(300);
await page.getByRole('gridcell').nth(0).click();
await page
  .getByRole('gridcell')
  .nth(2)
  .click({ modifiers: ['Control'] });
await page
  .getByRole('gridcell')
  .nth(5)
  .click({ modifiers: ['Control'] });
await page.getByRole('button', { name: w('Save all…', '全部保存…') }).click();
await page.waitForTimeout(500);
await shot('library-bulk');
await page.getByRole('gridcell').nth(0).dblclick();
await page.waitForTimeout(200);
await shot('library-detail');
await page.getByRole('tab').nth(3).click();
await page.waitForTimeout(300);
await shot('usage');
await page.getByRole('table').scrollIntoViewIfNeeded();
await shot('usage2');
console.log(errors);
await app.stop();
