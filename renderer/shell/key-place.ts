// Reports where a key press would go (screen and focus), and when that changes. Independent of what the keys do.

import type { KeyPlace, Screen } from '../../shared/app/commands.ts';
import { createScope } from '../lifetime/scope.ts';
import { focusedElement } from './focused-element.ts';
import { focusOn } from './keys.ts';
import type { ShellStore } from './shell-store.ts';

/** Returns the place while `screen` is shown. */
export function keyPlaceOn(screen: Screen): KeyPlace {
  return { screen, focus: document.hasFocus() ? focusOn(focusedElement()).focus : 'away' };
}

/** Calls `onPlace` with the place, at once and after every change, until the returned function is called. */
export function followKeyPlace(shell: ShellStore, onPlace: (place: KeyPlace) => void): () => void {
  let last: KeyPlace | undefined;
  const update = (): void => {
    const place = keyPlaceOn(shell.getState().tab);
    if (place.screen === last?.screen && place.focus === last.focus) return;
    last = place;
    onPlace(place);
  };
  const scope = createScope();
  scope.listen(window, 'focus', update);
  scope.listen(window, 'blur', update);
  scope.listen(document, 'focusin', update);
  // If the focus moves to another element, that element's `focusin` follows.
  scope.listen(document, 'focusout', ({ relatedTarget }) => relatedTarget === null && update());
  scope.add(shell.subscribe(update));
  update();
  return scope.dispose;
}
