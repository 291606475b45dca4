// The elements of rows that are in the document: which row an event is in, and the controls inside a row.

import type { KeyboardEvent } from 'react';
import { ROW_ATTRIBUTE } from '../shell/keys.ts';

const CONTROLS = 'button:not(:disabled), a[href], input:not(:disabled), select, textarea';

/** The index of the row around an element of the list; null outside of it, as in a menu that belongs to a row. */
export function rowIndexOf(target: EventTarget, list: HTMLElement | null): number | null {
  if (!(target instanceof Element) || !list?.contains(target)) return null;
  const index = target.closest(`[${ROW_ATTRIBUTE}]`)?.getAttribute(ROW_ATTRIBUTE);
  return index === null || index === undefined ? null : Number(index);
}

/** Returns the element inside a row that has the focus; null if none has, or the row itself. */
export function activeIn(row: HTMLElement | null): HTMLElement | null {
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== row && row?.contains(active) ? active : null;
}

/** Whether an element is a control inside a row, other than the one that stands for the row. */
export function isControl(target: EventTarget, face: Element | null): boolean {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  return control !== null && control !== face && !control.contains(face);
}

/** Whether an element uses arrow keys and letters itself. */
export function isTypedInto(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"])')
  );
}

/** Right and left lead from a row to the controls inside it and back. @returns whether the key did that */
export function moveInside({ key, target }: KeyboardEvent, face: HTMLElement | null, row: HTMLElement | null): boolean {
  if (face === null || row === null || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return false;
  const places = [face, ...[...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control !== face)];
  const at = target instanceof HTMLElement ? places.indexOf(target) : -1;
  const next = places[at + (key === 'ArrowRight' ? 1 : -1)];
  next?.focus();
  return next !== undefined;
}
