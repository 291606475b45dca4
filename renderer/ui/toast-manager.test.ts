import { expect, test } from 'vitest';
import { createToastManager } from './toast-manager.ts';

test('what is said before the layer is there is shown once it is, and then at once', () => {
  const toasts = createToastManager();
  const shown: unknown[] = [];
  toasts.drawn[' subscribe'](({ action, options }) => shown.push([action, options.id]));
  const first = toasts.add({ title: 'Saved' });
  const second = toasts.add({ title: 'Moved' });
  toasts.close(first);
  expect(shown).toEqual([]);
  toasts.begin();
  expect(shown).toEqual([
    ['add', first],
    ['add', second],
    ['close', first],
  ]);
  const third = toasts.add({ title: 'Copied' });
  toasts.update(third, { title: 'Copied again' });
  expect(shown.slice(3)).toEqual([
    ['add', third],
    ['update', third],
  ]);
  toasts.begin();
  expect(shown).toHaveLength(5);
});
