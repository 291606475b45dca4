import { expect, it } from 'vitest';
import { kindText } from './kind-text.ts';

it('raw samples are shown as the WAV that a person gets', () => {
  expect([kindText('pcm'), kindText('pcm_be'), kindText('mp3'), kindText('ogg_opus')]).toEqual([
    'WAV',
    'WAV',
    'MP3',
    'Ogg Opus',
  ]);
});
