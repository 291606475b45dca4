import { describe, expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import { mediaId } from '../testing/fake-ipc.ts';
import { startImages } from '../testing/images.ts';
import { NO_GUIDE } from './request/instruction.ts';
import { AS_IT_IS } from './tray/tray.ts';

describe('the draft', () => {
  const draft = {
    pictures: [
      { ...AS_IT_IS, key: 'k1', mediaId: mediaId('a'), name: 'a.png', widthPx: 800, heightPx: 600, sizeBytes: 5 },
    ],
    instruction: 'Not sent',
    guide: NO_GUIDE,
    choices: { variations: 3 },
  };
  const masks = [{ key: 'k1', tiles: [{ index: 2, packed: Uint8Array.of(255) }] }];

  test('restores pictures, masks, instruction and options, but never replaces new work', async () => {
    const { images, answers, restored } = startImages();
    answers['drafts.loadImages'] = () => ok({ draft, masks });
    await images.getState().restore();
    expect(images.getState()).toMatchObject({ pictures: draft.pictures, instruction: 'Not sent' });
    expect(images.getState().choices).toMatchObject({ variations: 3, watermark: false, size: { kind: 'match' } });
    expect(restored).toEqual(['k1']);
    const started = startImages();
    started.answers['drafts.loadImages'] = () => ok({ draft, masks });
    await started.addFile();
    await started.images.getState().restore();
    expect(started.images.getState().pictures.map(({ name }) => name)).toEqual(['a.png']);
    expect(started.restored).toEqual([]);
  });

  test('is saved at once when pictures change, and before the window closes', async () => {
    const { images, requests, addFile } = startImages();
    const saved = () => requests.filter(({ route }) => route === 'drafts.saveImages').map(({ input }) => input);
    await addFile();
    expect(saved().at(-1)).toMatchObject({ pictures: [{ name: 'a.png' }], instruction: '' });
    images.getState().setInstruction('Erase');
    images.getState().setInstruction('Erase it');
    expect(saved()).toHaveLength(1);
    images.getState().dispose();
    expect(saved().at(-1)).toMatchObject({ instruction: 'Erase it' });
  });
});
