import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appState, editItem, item, picture } from '../../testing/fake-ipc.ts';
import { firstNames, type SavingChoices, savedAs } from './saved-as.ts';

const AS_IS: SavingChoices = appState().settings.saving;
const mp3 = item('m', 1, { audio: { askedFormat: 'mp3', format: 'mp3', sampleRateHz: null, durationMs: 1 } });
const jpeg = editItem('j', 1, { raw: { ...picture('j'), mime: 'image/jpeg', state: 'whole' } });

it.each([
  ['raw pcm is saved as wav by main', item('p', 1), { sound: 'wav' }, { how: 'copy', extension: 'wav' }],
  ['raw pcm becomes mp3', item('p', 1), { sound: 'mp3' }, { how: 'sound', kind: 'mp3', extension: 'mp3' }],
  ['mp3 stays what it is', mp3, { sound: 'mp3' }, { how: 'copy', extension: 'mp3' }],
  ['a picture stays what it is', jpeg, { picture: 'asIs' }, { how: 'picture', extension: 'jpg' }],
  ['a picture is encoded', jpeg, { picture: 'webp', quality: 7 }, { how: 'picture', extension: 'webp' }],
] as const)('%s', (_, one, choices, expected) => {
  expect(savedAs(one, { ...AS_IS, ...choices })).toMatchObject(expected);
});

it('the first names are those that will be written: safe, numbered where they are equal', () => {
  const items = ['CON', 'a/b', 'A:b', '好 的'].map((title, index) => item(String(index), index, { title }));
  expect(firstNames('{title}', items, 40, AS_IS)).toEqual(['untitled CON.wav', 'a b.wav', 'A b (2).wav', '好 的.wav']);
  expect(firstNames('{number}', items, 40, { ...AS_IS, sound: 'mp3' })[1]).toBe('02.mp3');
});

it('no two of the first names are one file on any system', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 4 }), { maxLength: 8 }), (titles) => {
      const names = firstNames(
        '{title}',
        titles.map((title, index) => item(String(index), index, { title })),
        titles.length,
        AS_IS,
      ).map((name) => name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    }),
  );
});
