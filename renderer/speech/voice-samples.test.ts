import { expect, test, vi } from 'vitest';
import { ok } from '../../shared/result.ts';
import { failure, fakeIpc, item, settle } from '../testing/fake-ipc.ts';
import { createVoiceSamples, sampleRequest } from './voice-samples.ts';

const ASK = { connectionId: 'own', format: 'mp3', fallbackLanguage: 'zh' } as const;

test('a voice with a take can be heard, one without cannot; new takes count after the first reload', async () => {
  const play = vi.fn();
  const { ipc, emit, answers, requests } = fakeIpc({
    'voices.listSampled': () => ok([{ voice: 'v', itemId: 'a' }]),
    'library.getItem': ({ id }) => ok(item(id, 1)),
  });
  const samples = createVoiceSamples({ ipc, play });
  emit('library.changed', { ids: [] });
  expect(requests).toEqual([]);
  await samples.getState().reload();
  expect(await samples.getState().hear('v')).toBe(true);
  expect(await samples.getState().hear('w')).toBe(false);
  expect(play).toHaveBeenCalledTimes(1);
  answers['voices.listSampled'] = () => ok([{ voice: 'w', itemId: 'b' }]);
  emit('library.changed', { ids: ['b'] });
  await settle();
  expect(await samples.getState().hear('w')).toBe(true);
  answers['library.getItem'] = () => failure('item.not_found');
  expect(await samples.getState().hear('w')).toBe(false);
});

test('a voice whose first take has just come is heard, though the list of voices was read before', async () => {
  const play = vi.fn();
  const { ipc, answers } = fakeIpc({
    'voices.listSampled': () => ok([]),
    'library.getItem': ({ id }) => ok(item(id, 1)),
  });
  const samples = createVoiceSamples({ ipc, play });
  await samples.getState().reload();
  answers['voices.listSampled'] = () => ok([{ voice: 'v', itemId: 'a' }]);
  expect(await samples.getState().hear('v')).toBe(true);
  expect(play).toHaveBeenCalledOnce();
});

test('a sample has default settings and the voice’s own language; for a custom key, the person’s', () => {
  expect(sampleRequest('en_female_candice_emo_v2_mars_bigtts', ASK)).toMatchObject({
    text: expect.stringMatching(/^Hello/),
    speed: 1,
    format: 'mp3',
    extras: {},
  });
  expect(sampleRequest('my_own', ASK).text).toMatch(/^你好/);
});
