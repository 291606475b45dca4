import { expect, it } from 'vitest';
import { editItem, picture } from '../../renderer/testing/fake-ipc.ts';
import { libraryItemSchema } from './library.ts';

it('reads items of earlier versions, which know neither verdict nor misalignment', () => {
  const measured = { outsideChangedPx: 0, rawOutsideChangedRatio: 0.4, rawInsideChangedRatio: 1 };
  const { used: _, ...old } = editItem('a', 1);
  expect(libraryItemSchema.parse({ ...old, protected: { ...measured, picture: picture('p') } })).toMatchObject({
    used: null,
    protected: { ...measured, adjustments: null, misalignment: null, seamErrorBefore: null, seamErrorAfter: null },
  });
});
