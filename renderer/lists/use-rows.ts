// Keys, clicks and menus of a list of rows, the same in every list: one row is in the Tab order, arrow keys move it, and
// commands act on it. Everything is by index, so rows need not all be in the document.

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { CommandId } from '../../shared/app/commands.ts';
import { useCommons } from '../services.ts';
import { ROW_ATTRIBUTE } from '../shell/keys.ts';
import type { MenuPlace } from '../ui/Menu.tsx';
import { activeIn, isControl, isTypedInto, moveInside, rowIndexOf } from './row-elements.ts';
import { type RowLayout, rowAfter } from './row-moves.ts';

/** What a list does with its rows; what is absent is not offered. All functions get the index of a row. */
type RowActions = {
  /** Enter and double click. */
  open?: (index: number) => void;
  /** The space bar. */
  preview?: (index: number) => void;
  /** Delete. */
  remove?: (index: number) => void;
  /** F2. */
  rename?: (index: number) => void;
  /** S: gives its star or takes it. */
  star?: (index: number) => void;
  /** 0 to 5: rates it. */
  rate?: (index: number, rating: number) => void;
  /** Alt and an arrow key: moves the row by one place. */
  move?: (index: number, by: 1 | -1) => void;
  /** The rows have a context menu; the view shows it as `menuOf` says. */
  hasMenu?: boolean;
  selection?: RowSelection;
};

/** Selecting several rows. */
export type RowSelection = {
  size: number;
  isSelected: (index: number) => boolean;
  /** A row is chosen alone: the selection ends, and the next one starts here. */
  start: (index: number) => void;
  toggle: (index: number) => void;
  /** Selects from the start to this row. */
  extendTo: (index: number) => void;
  all: () => void;
  clear: () => void;
};

type RowsOptions = RowActions & {
  count: number;
  /** The row in the Tab order; -1 if there is none. */
  currentIndex: number;
  onCurrent: (index: number) => void;
  /** A function is called when a key is pressed. */
  layout: RowLayout | (() => RowLayout);
  /** Brings a row into view, if the list keeps only those in view in the document. */
  reveal?: (index: number) => void;
};

/** The menu of a row, and where it is open; null opens it at its trigger. A closed menu remembers its row. */
type OpenMenu = { index: number; at: MenuPlace | null; isOpen: boolean };

/** The properties of `Menu` for one row. */
export type RowMenu = {
  isOpen: boolean;
  at: MenuPlace | null;
  onOpenChange: (isOpen: boolean) => void;
  returnTo: () => HTMLElement | null;
};

/** What a view needs of `useRows`. */
export type Rows = {
  /** For the element with the role `list` or `grid`. */
  listProps: {
    tabIndex: -1;
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
    onClick: (event: MouseEvent) => void;
    onDoubleClick: (event: MouseEvent) => void;
    onContextMenu: (event: MouseEvent) => void;
  };
  menuOf: (index: number) => RowMenu;
  /** For a view with one menu for all rows: the row whose menu is open, or was open last, and whether it is open. */
  menuIndex: number;
  isMenuOpenAt: (index: number) => boolean;
  /** Opens the menu of a row at a place. Always the same function, so that rows may be memoised. */
  openMenu: (index: number, at: MenuPlace | null) => void;
  /** Moves the focus to a row. Always the same function. */
  focus: (index: number) => void;
  /**
   * A wanted row may have come, and the focused one may have gone. For a part of the list that renders by itself; called
   * after every change of it. Always the same function.
   */
  settleFocus: () => void;
};

/** Returns the handlers and properties of a list. @param list the element that gets `listProps`. */
export function useRows(list: RefObject<HTMLElement | null>, options: RowsOptions): Rows {
  const { commands } = useCommons();
  const { count, currentIndex } = options;
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [isFocused, setFocused] = useState(false);
  /** The row that gets the focus as soon as it is in the document. */
  const wanted = useRef<number | null>(null);
  /** What is around the list and can have the focus: it gets it when the last row goes, perhaps with the list. */
  const surroundings = useRef<HTMLElement | null>(null);

  const rowAt = (index: number): HTMLElement | null =>
    list.current?.querySelector<HTMLElement>(`[${ROW_ATTRIBUTE}="${index}"]`) ?? null;
  const faceAt = (index: number): HTMLElement | null => {
    const row = rowAt(index);
    return row?.querySelector<HTMLElement>('[data-row-face]') ?? row;
  };
  const focus = (index: number): void => {
    wanted.current = index;
    options.onCurrent(index);
    options.reveal?.(index);
    focusWanted();
  };
  const focusWanted = (): void => {
    const face = wanted.current === null ? null : faceAt(wanted.current);
    if (face === null) return;
    wanted.current = null;
    face.focus({ preventScroll: options.reveal !== undefined });
    if (options.reveal === undefined) face.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const settleFocus = (): void => {
    focusWanted();
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isFocused || !isLost || menu?.isOpen) return;
    if (count === 0) {
      surroundings.current?.focus();
      setFocused(false);
      return;
    }
    wanted.current = currentIndex;
    if (rowAt(currentIndex) === null) options.reveal?.(currentIndex);
    focusWanted();
  };

  /** The focus goes along with its row, whose element may show another one now. */
  const followRow = (): void => {
    const index = document.activeElement && rowIndexOf(document.activeElement, list.current);
    if (wanted.current !== null || index === null || index === currentIndex || currentIndex < 0) return;
    wanted.current = currentIndex;
    focusWanted();
  };

  const openMenu = (index: number, at: OpenMenu['at']): void => {
    if (!options.hasMenu) return;
    const { selection } = options;
    options.onCurrent(index);
    if (selection && !selection.isSelected(index)) selection.start(index);
    setMenu({ index, at, isOpen: true });
  };
  const isMenuOpenAt = (index: number): boolean => menu?.index === index && menu.isOpen;
  const latest = useRef({ openMenu, focus, settleFocus });
  useLayoutEffect(() => {
    latest.current = { openMenu, focus, settleFocus };
    if (options.reveal !== undefined) followRow();
    settleFocus();
  });
  /** The place of a menu opened by a key: on the row. */
  const pointOn = (index: number): OpenMenu['at'] => {
    const box = faceAt(index)?.getBoundingClientRect();
    return box ? { x: box.left + Math.min(24, box.width / 2), y: box.top + Math.min(24, box.height / 2) } : null;
  };

  const act = useEffectEvent((id: RowCommand) => {
    if (currentIndex < 0) return;
    const { selection } = options;
    switch (id) {
      case 'row.open':
        return options.open?.(currentIndex);
      case 'row.preview':
        return options.preview?.(currentIndex);
      case 'row.select':
        return selection?.toggle(currentIndex);
      case 'row.selectAll':
        return selection?.all();
      case 'row.rename':
        return options.rename?.(currentIndex);
      case 'row.delete':
        return options.remove?.(currentIndex);
      case 'row.star':
        return options.star?.(currentIndex);
      case 'row.menu':
        return openMenu(currentIndex, pointOn(currentIndex));
      default:
        return options.rate?.(currentIndex, RATE_COMMANDS.indexOf(id));
    }
  });
  const offered = offeredBy(options).join(' ');
  // Only the list with the focus offers its commands.
  useEffect(() => {
    if (!isFocused) return;
    const ends = ROW_COMMANDS.filter((id) => offered.split(' ').includes(id)).map((id) =>
      commands.offer(id, () => act(id)),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [commands, isFocused, offered]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = rowIndexOf(event.target, list.current);
    if (index === null || isTypedInto(event.target) || event.nativeEvent.isComposing) return;
    // The focus moves into an open menu a moment later; the key that closes it is not the list's.
    if (menu?.isOpen && event.key === 'Escape') return;
    const { selection } = options;
    const layout = typeof options.layout === 'function' ? options.layout() : options.layout;
    const next = rowAfter(event.key, index, count, layout);
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      if (options.move === undefined || next === undefined || !event.key.startsWith('Arrow')) return;
      if (next !== index) options.move(index, next > index ? 1 : -1);
    } else if (next !== undefined) {
      // Before the focus: the start of a selection becomes the current row.
      if (event.shiftKey && selection?.size === 0) selection.start(index);
      focus(next);
      if (event.shiftKey) selection?.extendTo(next);
      else selection?.start(next);
    } else if (event.key === 'Escape' && event.target !== faceAt(index)) focus(index);
    else if (event.key === 'Escape' && selection && selection.size > 0) selection.clear();
    else if (!moveInside(event, faceAt(index), rowAt(index))) return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent): void => {
    const index = rowIndexOf(event.target, list.current);
    const { selection } = options;
    if (index === null) return;
    options.onCurrent(index);
    if (selection === undefined || isControl(event.target, faceAt(index))) return;
    if (event.shiftKey) selection.extendTo(index);
    else if (event.ctrlKey || event.metaKey) selection.toggle(index);
    else selection.start(index);
  };

  return {
    listProps: {
      tabIndex: -1,
      onKeyDown,
      onFocus: (event) => {
        setFocused(true);
        surroundings.current = list.current?.parentElement?.closest<HTMLElement>('[tabindex]') ?? null;
        const index = rowIndexOf(event.target, list.current);
        if (index !== null && index !== currentIndex) options.onCurrent(index);
      },
      // React reports no blur of an element that it removes, so `isFocused` survives that.
      onBlur: ({ relatedTarget }) => {
        const isInside = list.current?.contains(relatedTarget) || list.current?.contains(document.activeElement);
        if (!isInside) setFocused(false);
      },
      onClick,
      onDoubleClick: (event) => {
        const index = rowIndexOf(event.target, list.current);
        if (index !== null && !isControl(event.target, faceAt(index))) options.open?.(index);
      },
      onContextMenu: (event) => {
        const index = rowIndexOf(event.target, list.current);
        if (index === null || !options.hasMenu) return;
        event.preventDefault();
        openMenu(index, { x: event.clientX, y: event.clientY });
      },
    },
    menuOf: (index) => ({
      isOpen: isMenuOpenAt(index),
      at: menu?.index === index ? menu.at : null,
      onOpenChange: (isOpen) => {
        if (isOpen) openMenu(index, null);
        else setMenu(menu && { ...menu, isOpen: false });
      },
      // A field that the menu has opened in the row keeps the focus.
      returnTo: () => activeIn(rowAt(index)) ?? faceAt(index),
    }),
    menuIndex: menu?.index ?? -1,
    isMenuOpenAt,
    openMenu: useCallback((index, at) => latest.current.openMenu(index, at), []),
    focus: useCallback((index) => latest.current.focus(index), []),
    settleFocus: useCallback(() => latest.current.settleFocus(), []),
  };
}

/** The properties of a row that takes the focus itself. @param isCurrent it is the one in the Tab order */
export function rowProps(index: number, isCurrent: boolean): { 'data-row': number; tabIndex: 0 | -1 } {
  return { 'data-row': index, tabIndex: isCurrent ? 0 : -1 };
}

/** The properties of the one control of a row that takes the focus, in a row with only `data-row`. */
export function faceProps(isCurrent: boolean): { 'data-row-face': ''; tabIndex: 0 | -1 } {
  return { 'data-row-face': '', tabIndex: isCurrent ? 0 : -1 };
}

/** Each rates a row by its place in the list. */
const RATE_COMMANDS = [
  'row.rate0',
  'row.rate1',
  'row.rate2',
  'row.rate3',
  'row.rate4',
  'row.rate5',
] as const satisfies readonly CommandId[];

const ROW_COMMANDS = [
  'row.open',
  'row.preview',
  'row.select',
  'row.selectAll',
  'row.rename',
  'row.delete',
  'row.star',
  ...RATE_COMMANDS,
  'row.menu',
] as const satisfies readonly CommandId[];
type RowCommand = (typeof ROW_COMMANDS)[number];

/** The commands that a list offers. */
function offeredBy({ open, preview, remove, rename, star, rate, hasMenu, selection }: RowActions): RowCommand[] {
  const has: Readonly<Partial<Record<RowCommand, boolean>>> = {
    'row.open': open !== undefined,
    'row.preview': preview !== undefined,
    'row.select': selection !== undefined,
    'row.selectAll': selection !== undefined,
    'row.rename': rename !== undefined,
    'row.delete': remove !== undefined,
    'row.star': star !== undefined,
    ...Object.fromEntries(RATE_COMMANDS.map((id) => [id, rate !== undefined])),
    'row.menu': hasMenu === true,
  };
  return ROW_COMMANDS.filter((id) => has[id]);
}
