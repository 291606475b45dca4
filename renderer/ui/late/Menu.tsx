// The menu as it is once its code has been read.

import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, RefObject } from 'react';
import { classNames } from '../class-names.ts';
import { keyText } from '../key-text.ts';
import { MODAL_ATTRIBUTE } from '../modal.ts';
import popup from '../popup.module.css';
import { type Begun, focusOf, usePress } from './begun.ts';

/** An action of a menu, or a separator between groups. */
export type MenuEntry =
  | 'separator'
  | {
      id: string;
      label: string;
      icon?: ReactElement;
      /** The keys of the same command, as in `aria-keyshortcuts`; the first is shown. */
      keys?: string | undefined;
      isDanger?: boolean;
      isDisabled?: boolean;
      /** For an option that is on or off. */
      isChecked?: boolean;
      onSelect: () => void;
    };

/** Where a menu opens. */
export type MenuPlace = { x: number; y: number } | Element;

export type MenuProps = {
  /** Not needed if the menu is opened at a point. */
  trigger?: ReactElement;
  /** A point of the window, in CSS pixels, or an element, at which the menu opens instead of at its trigger. */
  at?: MenuPlace | null;
  entries: readonly MenuEntry[];
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** The element that gets the focus after closing; by default the trigger. */
  returnTo?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
};

/** A menu opened by `trigger`, or from outside through `isOpen`, then also at a point. */
export function Menu({ trigger, at, entries, isOpen, onOpenChange, returnTo, begun }: MenuProps & { begun: Begun }) {
  const button = usePress(begun.isAsked && isOpen === undefined);
  return (
    <Base.Root
      modal={false}
      {...(isOpen !== undefined && { open: isOpen })}
      {...(onOpenChange && { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      {trigger !== undefined && <Base.Trigger ref={button} render={trigger} {...focusOf(begun)} />}
      <Base.Portal>
        <Base.Positioner
          className={popup.positioner}
          sideOffset={isPoint(at) ? 0 : 4}
          align={isPoint(at) ? 'start' : 'end'}
          {...(at && { anchor: isPoint(at) ? { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) } : at })}
        >
          <Base.Popup className={popup.popup} {...(returnTo && { finalFocus: () => focusAfter(returnTo) })}>
            <div className={classNames(popup.list, popup.menu)}>
              {entries.map((entry, index) =>
                entry === 'separator' ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity except their position.
                  <Base.Separator key={`separator-${index}`} className={popup.separator} />
                ) : entry.isChecked !== undefined ? (
                  <Base.CheckboxItem
                    key={entry.id}
                    className={popup.item}
                    checked={entry.isChecked}
                    disabled={entry.isDisabled ?? false}
                    closeOnClick
                    aria-keyshortcuts={entry.keys || undefined}
                    onClick={entry.onSelect}
                  >
                    {entry.icon}
                    {entry.label}
                    <Keys of={entry.keys} />
                    <Base.CheckboxItemIndicator keepMounted className={popup.check}>
                      <Check size={14} aria-hidden />
                    </Base.CheckboxItemIndicator>
                  </Base.CheckboxItem>
                ) : (
                  <Base.Item
                    key={entry.id}
                    className={classNames(popup.item, entry.isDanger && popup.danger)}
                    disabled={entry.isDisabled ?? false}
                    aria-keyshortcuts={entry.keys || undefined}
                    onClick={entry.onSelect}
                  >
                    {entry.icon}
                    {entry.label}
                    <Keys of={entry.keys} />
                  </Base.Item>
                ),
              )}
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A dialog that an entry has opened keeps the focus. */
function focusAfter(returnTo: NonNullable<MenuProps['returnTo']>): HTMLElement | null | false {
  const target = typeof returnTo === 'function' ? returnTo() : returnTo.current;
  const dialog = document.querySelector(`[${MODAL_ATTRIBUTE}]`);
  return dialog === null || dialog.contains(target) ? target : false;
}

function isPoint(at: MenuPlace | null | undefined): at is Exclude<MenuPlace, Element> {
  return at !== null && at !== undefined && !(at instanceof Element);
}

function Keys({ of }: { of: string | undefined }) {
  const first = of?.split(' ')[0];
  return (
    first && (
      <kbd aria-hidden className={popup.keys}>
        {keyText(first)}
      </kbd>
    )
  );
}
