// Checks the steps of docs/architecture/extending.md for adding a language, a setting and a route, on one copy of the
// source: a language is its folder and a row, a setting a row and its texts, a route its schemas and its handler; the
// compiler asks for what is missing.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locale, Translate } from '../shared/i18n/index.ts';
import { copySource, readSource, type SourceCopy } from './support/source-copy.ts';

/** English in Ukrainian quotation marks, with Ukrainian's four plural forms. */
const WORDS = `
import { words as en } from '../en/words.ts';
import type { Catalogue, MessageKey } from '../messages.ts';
const change = (message: Catalogue[MessageKey]) =>
  typeof message === 'string'
    ? \`ї \${message}\`
    : Object.fromEntries(['one', 'few', 'many', 'other'].map((form) => [form, \`\${form} \${message.other}\`]));
export const words = Object.fromEntries(Object.entries(en).map(([key, message]) => [key, change(message)])) as unknown as Catalogue;
`;
/** Of these, what does not follow the language of the app. */
const FIXED = `
import { fixed as en } from '../en/fixed.ts';
import type { Words } from '../word-types.ts';
export const fixed = Object.fromEntries(Object.entries(en).map(([key, text]) => [key, \`ї \${text}\`])) as Words<typeof en>;
`;
const ROW = `
  uk: {
    name: 'Українська',
    htmlLang: 'uk',
    electronLanguage: 'uk',
    systemLanguages: /^uk\\b/i,
    script: /\\p{Script=Cyrillic}/u,
    separators: { list: '; ', fact: ' | ', sentence: ' — ', word: '_' },
    fixed: uk,
  },
`;
const PREFERENCES = 'shared/app/preferences.ts';
const SETTING_ROWS = "  madeUp: { of: ['warm', 'cold'], default: 'warm' },\n  isMadeUp: { default: true },\n";
const SETTING_WORDS = `
  'settings.madeUp': 'a',
  'settings.madeUp.warm': 'b',
  'settings.madeUp.cold': 'c',
  'settings.isMadeUp': 'd',
  'settings.isMadeUpHint': 'e',
`;

// The value that the type of the table contains in the copy.
const UK = 'uk' as Locale;
let copy: SourceCopy;
let t: Translate;
/** Of the files that read texts, those in which the compiler asks for a language that has its folder and its row. */
let askedFor: readonly string[];
const load = <Module>(file: string): Promise<Module> => copy.load<Module>(file);

/** Inserts a text into a file of the copy, before another that is in it once. @param head what the file begins with. */
async function insert(file: string, before: string, text: string, head = ''): Promise<void> {
  const parts = (await readSource(file)).split(before);
  expect(parts, `the place in ${file}`).toHaveLength(2);
  await copy.change({ [file]: `${head}${parts.join(`${text}${before}`)}` });
}

beforeAll(async () => {
  copy = await copySource(['shared', 'electron', 'renderer']);
  await copy.change({ 'shared/i18n/uk/words.ts': WORDS, 'shared/i18n/uk/fixed.ts': FIXED });
  await insert('shared/i18n/locales.ts', '  zh: {\n', ROW, "import { fixed as uk } from './uk/fixed.ts';\n");
  askedFor = copy.filesWithErrors(['shared/i18n/all.ts', 'shared/i18n/index.ts', 'renderer/texts.ts']);
  await insert('shared/i18n/all.ts', ' en, zh }', ' uk,', "import { words as uk } from './uk/words.ts';\n");
  t = (await load<typeof import('../shared/i18n/all.ts')>('shared/i18n/all.ts')).createTranslator(UK);
}, 300_000);
afterAll(() => copy.remove());

describe('a setting', () => {
  test('is a row and its texts, for which the compiler asks', async () => {
    await insert(PREFERENCES, '  language: {', SETTING_ROWS);
    expect(copy.filesWithErrors()).toEqual(['renderer/settings/PreferenceField.tsx']);
    for (const language of ['en', 'zh'])
      await insert(`shared/i18n/${language}/settings.ts`, "  'settings.theme':", SETTING_WORDS);
    expect(copy.filesWithErrors()).toEqual([]);
  }, 300_000);

  test('is kept, changed by the page, and reported', async () => {
    const { settingsSchema, settingsPatchSchema } =
      await load<typeof import('../shared/contract/settings.ts')>('shared/contract/settings.ts');
    expect(settingsSchema.parse({})).toMatchObject({ madeUp: 'warm', isMadeUp: true });
    expect(settingsPatchSchema.parse({ madeUp: 'cold' })).toEqual({ madeUp: 'cold' });
    expect(settingsSchema.safeParse({ madeUp: 'hot' }).success).toBe(false);
  });
});

describe('a route', () => {
  const CONTRACT = 'shared/contract/index.ts';
  const HANDLERS = 'electron/handlers/replies.ts';

  test('is its schemas and its handler, for which the compiler asks', async () => {
    await insert(
      CONTRACT,
      "  'replies.readAgain':",
      "  'replies.madeUp': { input: nothingSchema, output: nothingSchema },\n",
    );
    expect(copy.filesWithErrors()).toEqual([HANDLERS]);
    await insert(HANDLERS, "    'replies.readAgain':", "    'replies.madeUp': () => ok(null),\n");
    expect(copy.filesWithErrors()).toEqual([]);
  }, 300_000);
});

describe('a language', () => {
  test('needs its folder, its row, and its words, for which the compiler asks: nothing else', () => {
    expect(askedFor).toEqual(['shared/i18n/all.ts']);
    expect(copy.filesWithErrors()).toEqual([]);
  }, 300_000);

  test('a language is chosen, kept and matched to the system by its row', async () => {
    const { LANGUAGE_CHOICES, resolveLocale } =
      await load<typeof import('../shared/i18n/index.ts')>('shared/i18n/index.ts');
    const { settingsSchema } =
      await load<typeof import('../shared/contract/settings.ts')>('shared/contract/settings.ts');
    const { appStateSchema } = await load<typeof import('../shared/contract/app.ts')>('shared/contract/app.ts');
    expect(LANGUAGE_CHOICES).toContain('uk');
    expect(settingsSchema.parse({ language: 'uk' }).language).toBe('uk');
    expect(appStateSchema.shape.locale.parse('uk')).toBe('uk');
    expect(settingsSchema.safeParse({ language: 'tlh' }).success).toBe(false);
    expect(resolveLocale('system', ['tlh', 'uk-UA', 'en-GB'])).toBe('uk');
  });

  test('messages, plural forms and separators are its own', () => {
    expect(t('tab.speech')).toBe('ї Speech');
    expect(t('speech.useKey', { key: 'a' })).toBe('ї Use “a” · not in the list');
    expect([1, 3, 5, 1.5, 21_000].map((count) => t('speech.lines', { count }))).toEqual([
      'one 1 lines',
      'few 3 lines',
      'many 5 lines',
      'other 1,5 lines',
      'many 21\u00a0000 lines',
    ]);
    expect(['a', 'b'].join(t.separators.list)).toBe('a; b');
  });

  test('numbers and dates are written in its format', async () => {
    const { formatCount, formatDateTime } =
      await load<typeof import('../shared/text/format-text.ts')>('shared/text/format-text.ts');
    expect(formatCount(1234.5, UK)).toBe('1\u00a0234,5');
    expect(formatDateTime(Date.UTC(2026, 4, 10, 12), UK)).toMatch(/10 трав/);
  });

  test('voices are found and shown by its texts', async () => {
    const { readAllTexts } = await load<typeof import('../renderer/texts.ts')>('renderer/texts.ts');
    await readAllTexts();
    const { matchesVoice, optionForVoice } = await load<typeof import('../renderer/speech/voice-options.ts')>(
      'renderer/speech/voice-options.ts',
    );
    const { filterValueName } = await load<typeof import('../renderer/speech/gallery/voice-filters.ts')>(
      'renderer/speech/gallery/voice-filters.ts',
    );
    const { sampleRequest } = await load<typeof import('../renderer/speech/voice-samples.ts')>(
      'renderer/speech/voice-samples.ts',
    );
    const voice = optionForVoice('zh_female_cancan_mars_bigtts');
    expect([matchesVoice(voice, 'ї'), matchesVoice(voice, 'є')]).toEqual([true, false]);
    expect(filterValueName('gender', 'female', t)).toBe('ї Female');
    const sample = sampleRequest('own_key', { connectionId: 'own', format: 'mp3', fallbackLanguage: UK });
    expect(sample.text).toBe('ї Hello, it is nice to meet you.');
  });

  test('texts that the app adds to an instruction are in this language, and are recognised again', async () => {
    const { composePrompt, mentionOf, NO_GUIDE } = await load<
      typeof import('../renderer/images/request/instruction.ts')
    >('renderer/images/request/instruction.ts');
    const { readMaskHint, withMaskHint } =
      await load<typeof import('../shared/images/mask-hint.ts')>('shared/images/mask-hint.ts');
    expect(mentionOf(2, t)).toBe('ї image 2');
    expect(composePrompt('Зроби синім', { ...NO_GUIDE, keep: 'стіл' })).toBe('Зроби синім\nї Keep: стіл');
    const prompt = withMaskHint('Зроби синім', { boxTags: ['<bbox>1 2 3 4</bbox>'], annotatedImage: 2 });
    expect(prompt).toContain('ї Edit only this area');
    expect(readMaskHint(prompt)).toEqual({
      instruction: 'Зроби синім',
      boxes: [{ left: 1, top: 2, right: 3, bottom: 4 }],
      annotatedImage: 2,
    });
  });
});
