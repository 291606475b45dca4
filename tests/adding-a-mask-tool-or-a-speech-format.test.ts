// Checks the steps of docs/architecture/extending.md for adding a mask tool, a speech format and a facet of the library, on
// one copy of the source: the compiler requires all of them, and what was added works. All are in one file because to
// compile takes most of the time.

import { glob } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GestureTarget } from '../renderer/engines/mask/input/gestures.ts';
import { mediaId, item as take } from '../renderer/testing/fake-ipc.ts';
import { fakeWorkers } from '../renderer/testing/fake-worker.ts';
import { DEFAULT_DIALECT } from '../shared/connection/connections.ts';
import { DEFAULT_TOOL_SETTINGS } from '../shared/images/mask-tools.ts';
import { AUDIO_KINDS } from '../shared/speech/formats.ts';
import { speechRequest } from './support/relay-client.ts';
import { copySource, readSource, type SourceCopy } from './support/source-copy.ts';

const SOURCES = ['shared', 'electron', 'renderer', 'practice-relay'];

/** What is inserted into a file before a text that is in it once. */
type Edit = readonly [file: string, before: string, text: string];

const TOOL_ROW = 'shared/images/mask-tools.ts';
const ENGLISH = 'shared/i18n/en/images.ts';
const CHINESE = 'shared/i18n/zh/images.ts';
const RECORD = 'renderer/engines/mask/tools/all-tools.ts';
const TOOL = 'renderer/engines/mask/tools/dot.ts';
const TOOL_EDITS: readonly Edit[] = [
  [TOOL_ROW, "wand: { key: 'W' },", "dot: { key: 'D' },"],
  [ENGLISH, "'command.mask.wand':", "'command.mask.dot': 'Dot',"],
  [CHINESE, "'command.mask.wand':", "'command.mask.dot': '圆点',"],
  [RECORD, 'import { brush }', "import { dot } from './dot.ts';"],
  [RECORD, '  brush,\n', 'dot,'],
];
const TOOL_PARTS = {
  icon: 'icon: Dot,',
  options: 'options: [ADD_OR_SUBTRACT],',
  cursorPx: 'cursorPx: () => 3,',
  begin: `begin: ({ x, y }, modifiers, surface) => ({
    type: 'drag',
    move: () => undefined,
    end: () => {
      const outline = [{ x, y }, { x: x + 3, y }, { x: x + 3, y: y + 3 }];
      surface.apply({ type: 'shape', outline, mode: blendMode(surface, modifiers) });
    },
  }),`,
};
const TOOL_FILES = [...new Set(TOOL_EDITS.map(([file]) => file))];

const FORMAT_TABLE = 'shared/speech/formats.ts';
/** A format that can be requested and is played while it arrives, and a kind of audio that can only be received. */
const FORMAT_ROWS: readonly Edit[] = [
  [
    FORMAT_TABLE,
    '  mp3: {\n',
    `
  made_up: {
    name: 'Made up',
    extension: 'made',
    mime: 'audio/x-made-up',
    container: 'other',
    isLive: true,
    isPlayable: true,
    rateHz: 32_000,
    maxBytesPerS: 64_000,
    recognise: (head) => (head[0] === 0x81 ? 'yes' : 'no'),
    isTruncated: null,
  },
  only_received: {
    name: 'Only received',
    extension: 'only',
    mime: 'audio/x-only',
    container: 'other',
    isLive: false,
    isPlayable: true,
    rateHz: null,
    maxBytesPerS: 64_000,
    recognise: (head) => (head[0] === 0x82 ? 'yes' : 'no'),
    isTruncated: null,
  },`,
  ],
  [FORMAT_TABLE, "mp3: { kind: 'mp3',", "made_up: { kind: 'made_up', dialectWord: null, isUsuallyWhole: false },"],
];
const FORMAT_EDITS: readonly Edit[] = [
  ['shared/i18n/en/speech.ts', "'speech.format.ogg_opus':", "'speech.format.made_up': 'a',"],
  ['shared/i18n/zh/speech.ts', "'speech.format.ogg_opus':", "'speech.format.made_up': 'b',"],
  ['practice-relay/speech/encoders.ts', 'ogg_opus: ', 'made_up: encodePcm,'],
  ['renderer/engines/audio/decode/stream-decoder.ts', 'ogg_opus: ', 'made_up: createOggSplitter,'],
];
const FORMAT_FILES = FORMAT_EDITS.map(([file]) => file).sort();

const FACET_TABLE = 'shared/finding/facets.ts';
/** Items are found by how long their titles are. */
const FACET_ROWS: readonly Edit[] = [
  [FACET_TABLE, "  'script',\n", "'titled',"],
  [FACET_TABLE, "script: ['script'", "titled: ['titled', '题长'],"],
];
/** Where its name is asked for. Its value and its column are asked for by the tests of finding. */
const FACET_NAMED = ['renderer/library/filters/FacetGroup.tsx', 'renderer/library/filters/facet-text.ts'];
const SCHEMA = 'electron/database/schema.ts';
const FACET_EDITS: readonly Edit[] = [
  ['shared/i18n/en/finding.ts', "'finding.facet.script':", "'finding.facet.titled': 'Titled',"],
  ['shared/i18n/zh/finding.ts', "'finding.facet.script':", "'finding.facet.titled': '题长',"],
  ['electron/database/finding/item-facts.ts', 'script: item.line ===', 'titled: plain(String(item.title.length)),'],
  [SCHEMA, '];\n\n/** The database was', "'ALTER TABLE item_facts ADD COLUMN titled INTEGER;',"],
];

let copy: SourceCopy;
beforeAll(async () => {
  copy = await copySource(['shared', 'electron', 'renderer', 'practice-relay/speech']);
});
afterAll(() => copy.remove());

/** Returns the text of each file of the edits with all of its edits. */
async function edited(edits: readonly Edit[]): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [file, before, text] of edits) {
    const parts = (texts[file] ?? (await readSource(file))).split(before);
    expect(parts, `the place in ${file}`).toHaveLength(2);
    texts[file] = parts.join(`${text}${before}`);
  }
  return texts;
}

/** Adds the tool to the copy, without a file or a part of the tool. */
async function addTool(leftOut?: string): Promise<void> {
  const files: Record<string, string | null> = await edited(TOOL_EDITS);
  if (leftOut && files[leftOut]) files[leftOut] = await readSource(leftOut);
  const parts = Object.entries(TOOL_PARTS).map(([name, text]) => (name === leftOut ? '' : text));
  const tool = `
    import { Dot } from 'lucide-react';
    import { ADD_OR_SUBTRACT, blendMode } from './parts/covering.ts';
    import type { Tool } from './tool.ts';
    export const dot: Tool = { ${parts.join('\n')} };`;
  await copy.change({ ...files, [TOOL]: leftOut === TOOL ? null : tool });
}

test('a mask tool compiles with its edits; the rows of a format and of a facet do not: the compiler reports every other file', async () => {
  await addTool();
  await copy.change(await edited([...FORMAT_ROWS, ...FACET_ROWS]));
  expect(copy.filesWithErrors()).toEqual([...FORMAT_FILES, ...FACET_NAMED].sort());
}, 300_000);

describe('a mask tool', () => {
  test.each([
    [TOOL_ROW, [RECORD]],
    [ENGLISH, [ENGLISH, CHINESE]],
    [CHINESE, [CHINESE]],
    [RECORD, [RECORD]],
    [TOOL, [RECORD]],
    ['icon', [TOOL]],
    ['begin', [TOOL]],
  ])('without %s the compiler asks for it', async (leftOut, named) => {
    await addTool(leftOut);
    const compiled = [...TOOL_FILES, ...(leftOut === TOOL ? [] : [TOOL])];
    expect(copy.filesWithErrors(compiled)).toEqual([...named].sort());
  });

  test('has its command, its name and its gesture', async () => {
    await addTool();
    const { commandOfKey } = await copy.load<typeof import('../shared/app/commands.ts')>('shared/app/commands.ts');
    const { settingsSchema } =
      await copy.load<typeof import('../shared/contract/settings.ts')>('shared/contract/settings.ts');
    const { createTranslator } = await copy.load<typeof import('../shared/i18n/all.ts')>('shared/i18n/all.ts');
    const { createGestures } = await copy.load<typeof import('../renderer/engines/mask/input/gestures.ts')>(
      'renderer/engines/mask/input/gestures.ts',
    );
    const { TOOLS } = await copy.load<typeof import('../renderer/engines/mask/tools/all-tools.ts')>(RECORD);

    const { tools } = settingsSchema.parse({ mask: { tools: { ...DEFAULT_TOOL_SETTINGS, tool: 'dot' } } }).mask;
    const applied: unknown[] = [];
    const target: GestureTarget = {
      toPicture: (point) => point,
      scale: () => 1,
      beginStroke: () => undefined,
      moveStroke: () => undefined,
      beginSelect: () => undefined,
      endStroke: () => undefined,
      cancelStroke: () => undefined,
      apply: (operation) => applied.push(operation),
      select: () => undefined,
      showOutline: () => undefined,
      onBegin: () => undefined,
    };
    const gestures = createGestures(target, TOOLS, () => tools);
    gestures.begin({ x: 5, y: 6, pressure: 1 }, { isShift: false, isAlt: true });
    gestures.end();
    const outline = [
      { x: 5, y: 6 },
      { x: 8, y: 6 },
      { x: 8, y: 9 },
    ];
    expect(applied).toEqual([{ type: 'shape', mode: 'erase', outline }]);
    expect(commandOfKey('D', { screen: 'images', focus: 'free' })).toBe('mask.dot');
    const name = 'command.mask.dot' as 'command.mask.wand';
    expect((['en', 'zh'] as const).map((locale) => createTranslator(locale)(name))).toEqual(['Dot', '圆点']);
  });
});

describe('a speech format', () => {
  test('compiles with those files edited', async () => {
    await copy.change(await edited(FORMAT_EDITS));
    expect(copy.filesWithErrors([FORMAT_TABLE, ...FORMAT_FILES])).toEqual([]);
  });

  test('is compared with its name by no source, which the compiler would not detect', async () => {
    const comparison = new RegExp(`(?:format|kind)\\w* [!=]== '(?:${AUDIO_KINDS.join('|')})'`, 'i');
    const found: string[] = [];
    for await (const file of glob(`{${SOURCES.join(',')}}/**/*.{ts,tsx}`))
      if (!file.includes('.test.') && comparison.test(await readSource(file))) found.push(file);
    expect(found).toEqual([]);
  });

  test('has these files, beside the texts, and no other in docs/architecture/extending.md', async () => {
    const map = await readSource('docs/architecture/extending.md');
    const steps = /^- \*\*A speech format\*\*:(.*(?:\n {2}.*)*)/m.exec(map)?.[1] ?? '';
    const named = [...steps.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file);
    const code = [FORMAT_TABLE, ...FORMAT_FILES].filter((file) => !file.includes('/i18n/'));
    expect(named.filter((file) => !file.endsWith('.test.ts')).sort()).toEqual(code.sort());
  });

  test('is requested, accepted by the practice relay, and recognised by its bytes', async () => {
    const { speechBody } = await copy.load<typeof import('../electron/relay/speech.ts')>('electron/relay/speech.ts');
    const { speechRequestSchema } =
      await copy.load<typeof import('../shared/contract/speech.ts')>('shared/contract/speech.ts');
    const { parseSpeechRequest } = await copy.load<typeof import('../practice-relay/speech/request.ts')>(
      'practice-relay/speech/request.ts',
    );
    const { sniffReply } = await copy.load<typeof import('../shared/speech/sniff.ts')>('shared/speech/sniff.ts');

    const request = speechRequestSchema.parse({ ...speechRequest(), format: 'made_up' });
    const body = speechBody(request, { model: 'speech-tts-1.0', dialect: DEFAULT_DIALECT });
    expect(body).toMatchObject({ response_format: 'made_up' });
    expect(parseSpeechRequest(body)).toMatchObject({ ok: true, data: { format: 'made_up' } });
    expect(sniffReply(new Uint8Array(20).fill(0x81), 'pcm', false)).toBe('made_up');
  });

  test('of which only the kind is known cannot be requested, and is played from its file', async () => {
    const { speechRequestSchema, speechChunkSchema } =
      await copy.load<typeof import('../shared/contract/speech.ts')>('shared/contract/speech.ts');
    const { sniffReply } = await copy.load<typeof import('../shared/speech/sniff.ts')>('shared/speech/sniff.ts');
    const { createSoundDecoder } = await copy.load<typeof import('../renderer/engines/audio/sound-decoder.ts')>(
      'renderer/engines/audio/sound-decoder.ts',
    );

    expect(speechRequestSchema.safeParse({ ...speechRequest(), format: 'only_received' }).success).toBe(false);
    const bytes = new Uint8Array(20).fill(0x82);
    const format = sniffReply(bytes, 'pcm', false);
    expect(format).toBe('only_received');
    const chunk = speechChunkSchema.parse({ jobId: 'job', index: 0, format, pcmRateHz: 24_000, bytes });

    const { createWorker, workers } = fakeWorkers();
    const decoder = createSoundDecoder(createWorker, true);
    decoder.feed({ takeId: 'take', ...chunk });
    expect(decoder.take('take')).toBeNull();
    expect(await decoder.readPeaks('/media/0', chunk.format)).toBeUndefined();
    expect(workers.flatMap(({ sent }) => sent)).toEqual([]);
    decoder.dispose();
  });
});

describe('a facet of the library', () => {
  test('compiles with those files edited, is counted and searched for by its word', async () => {
    await copy.change(await edited([...FACET_ROWS, ...FACET_EDITS]));
    expect(copy.filesWithErrors([FACET_TABLE, ...FACET_EDITS.map(([file]) => file)])).toEqual([]);
    const { openDatabase } = await copy.load<typeof import('../electron/database/schema.ts')>(SCHEMA);
    const { createRepositories } = await copy.load<typeof import('../electron/database/repositories.ts')>(
      'electron/database/repositories.ts',
    );
    const { findSchema } =
      await copy.load<typeof import('../shared/contract/finding.ts')>('shared/contract/finding.ts');

    using db = openDatabase(':memory:');
    const { items } = createRepositories(db, String);
    for (const [order, title] of ['Long title', 'Short', 'Other'].entries())
      items.add(
        take(`i${order}`, order, { title, mediaId: mediaId(title) }),
        { order: order + 1, trashedAtMs: null },
        null,
      );
    const found = (search: string) => items.find(findSchema.parse({ filter: { search }, limit: 9 }))?.items;
    expect(found('titled:5')?.map(({ title }) => title)).toEqual(['Other', 'Short']);
    expect(found('题长:10')?.map(({ title }) => title)).toEqual(['Long title']);
    const chosen = findSchema.parse({ filter: { values: { titled: ['5'] } }, limit: 9 });
    expect(items.find(chosen)?.total).toBe(2);
  });

  test('has these files, beside the texts, and no other in docs/architecture/extending.md', async () => {
    const map = await readSource('docs/architecture/extending.md');
    const steps = /^- \*\*A facet of the library\*\*:(.*(?:\n {2}.*)*)/m.exec(map)?.[1] ?? '';
    const named = [...steps.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file);
    const code = [FACET_TABLE, ...FACET_EDITS.map(([file]) => file)].filter((file) => !file.includes('/i18n/'));
    expect(named.sort()).toEqual(code.sort());
  });
});
