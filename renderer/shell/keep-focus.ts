// The keyboard focus never gets lost: when the row that has it goes, the row in its place gets it, else the list's
// screen. Lists that move the focus themselves come first.

import { createScope } from '../lifetime/scope.ts';

const ROWS = 'li, [role="gridcell"], [role="row"]';
const MENUS = '[role="menu"], [role="listbox"]';
const FOCUSABLE = 'button:not(:disabled), a[href], input:not(:disabled), select, textarea, [tabindex]';

/** Where the focus is: its row, the list of that, and the positions of both. */
type Place = { element: Element; list: Element | null; row: number; control: number };

/** Watches the focus until the returned function is called. */
export function keepFocus(): () => void {
  let last: Place | undefined;
  let isChecked = true;
  const note = (): void => {
    const { activeElement: element } = document;
    // A menu gives the focus back to its button, whose row may be gone by then.
    if (element === null || element === document.body || element.closest(MENUS) !== null) return;
    last = placeOf(element);
  };
  const check = (): void => {
    isChecked = true;
    if (last === undefined || last.element.isConnected || document.activeElement !== document.body) {
      note();
      return;
    }
    const { list, row, control } = last;
    last = undefined;
    const next = list?.isConnected ? controlAt(list, row, control) : null;
    (next ?? homeOf())?.focus();
    note();
  };
  const scope = createScope();
  scope.listen(document, 'focusin', note);
  // Rows are removed by anything; after a turn, so that a list that moves the focus itself has done so.
  const observer = new MutationObserver(() => {
    if (!isChecked) return;
    isChecked = false;
    setTimeout(check, 0);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  scope.add(() => observer.disconnect());
  return scope.dispose;
}

function placeOf(element: Element): Place {
  const own = element.closest(ROWS);
  const list = own?.closest('ul, ol, [role="grid"]') ?? null;
  if (own === null || list === null) return { element, list: null, row: 0, control: 0 };
  const row = rowsOf(list).indexOf(own);
  return { element, list, row, control: [...own.querySelectorAll(FOCUSABLE)].indexOf(element) };
}

function rowsOf(list: Element): Element[] {
  const cells = [...list.querySelectorAll('[role="gridcell"]')];
  return cells.length > 0 ? cells : [...list.children].filter((child) => child.matches(ROWS));
}

/** Returns the same control of the row that is in that place now, or of the last one; null if there is no row. */
function controlAt(list: Element, row: number, control: number): HTMLElement | null {
  const rows = rowsOf(list);
  const next = rows[Math.min(row, rows.length - 1)];
  if (next === undefined) return null;
  const controls = [...next.querySelectorAll<HTMLElement>(FOCUSABLE)];
  if (controls.length > 0) return controls[Math.min(Math.max(0, control), controls.length - 1)] ?? null;
  return next instanceof HTMLElement ? next : null;
}

/** The place of the focus when no row is left: the current cell of the screen's grid, or the screen. */
function homeOf(): HTMLElement | null {
  const screen = document.querySelector<HTMLElement>('main [role="tabpanel"]:not([hidden])');
  return screen?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]') ?? screen;
}
