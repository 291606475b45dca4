import { TRANSLATORS } from '../../../shared/i18n/all.ts';
import { LOCALE_TAGS } from '../../../shared/i18n/index.ts';
import { connectTo, filesUnder } from '../../e2e/support/page-actions.ts';
import { replies } from '../../fakes/scripted-relay.ts';
import { flacBytes } from '../../support/flac.ts';
import { longUnless } from '../../support/long-unless.ts';
import { COMPRESSED_HEADS, LINEAR_BUILDERS } from '../../support/other-sounds.ts';
import { encode, pcmBytes, RATE_HZ, sweep } from '../../support/sounds.ts';
import { expect, test } from '../support/fixtures.ts';

const SECONDS = 3;
const LAYOUT = { rateHz: RATE_HZ, channels: 1, bitsPerSample: 16 };

/** What the relay sends, and how long the player finds it; null if it cannot decode it. */
async function sounds(): Promise<readonly (readonly [name: string, bytes: Uint8Array, seconds: number | null])[]> {
  const pcm = pcmBytes(sweep(SECONDS));
  const wav = await encode(sweep(SECONDS), 'wav');
  const success = { code: 3000, message: 'Success', data: Buffer.from(wav).toString('base64') };
  return [
    ['base64', Buffer.from(JSON.stringify(success)), SECONDS],
    ['flac', flacBytes(pcm), SECONDS],
    ['aiff', LINEAR_BUILDERS.aiff(pcm, LAYOUT), SECONDS],
    ['joined', Buffer.concat([wav, wav]), 2 * SECONDS],
    ['ogg_speex', COMPRESSED_HEADS.ogg_speex, null],
  ];
}

for (const [index, t] of TRANSLATORS.entries()) {
  test.describe(String(LOCALE_TAGS[index]), () => {
    test.use({ language: index === 0 ? 'en-US' : 'zh-CN' });
    const title = 'sounds of other kinds are kept and played; what the player cannot decode says so and is saved';
    test(title, longUnless(index === 0, '@slow'), async ({ page, relay, saveDir }) => {
      await connectTo(page, relay);
      const takes = page.getByRole('list', { name: t('takes.title') }).getByRole('listitem');
      const player = page.getByRole('region', { name: t('player.region') });
      const position = player.getByRole('slider', { name: t('player.position') });
      for (const [name, bytes, seconds] of await sounds()) {
        relay.answerWith(replies.audio(bytes));
        await page.getByRole('textbox', { name: t('speech.text') }).fill(`${name}, ${name}, ${name}.`);
        await page.getByRole('button', { name: t('speech.generate'), exact: true }).click();
        await expect(takes.first()).toContainText(`${name}, ${name}`);
        if (seconds === null) continue;
        await expect.poll(async () => Number(await position.getAttribute('max'))).toBeGreaterThan(seconds - 0.1);
        await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.2);
      }
      await expect(takes.nth(1)).toContainText(t('takes.warning.joined'));
      await expect(takes.nth(2)).toContainText(t('takes.formatDiffers', { asked: t('speech.bestWav'), got: 'AIFF' }));
      await expect(takes.first()).toContainText(t('takes.notPlayable'));
      await expect(player).toContainText(t('player.undecodable', { kind: 'Speex' }));
      for (const row of await takes.all()) await row.getByRole('button', { name: t('common.saveAs') }).click();
      await expect
        .poll(async () => [...(await filesUnder(saveDir)).keys()].map((file) => file.split('.').at(-1)).sort())
        .toEqual(['aiff', 'flac', 'spx', 'wav', 'wav']);
    });
  });
}
