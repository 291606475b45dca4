// The field for searching a list and choosing one of its entries, as it is once its code has been read.

import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import field from '../field.module.css';
import popup from '../popup.module.css';
import { type Begun, focusOf } from './begun.ts';

/** The field and its list. */
export type ComboboxProps<T> = {
  label: string;
  /** `row`: label beside the field; `bare`: the label is for assistive technology only. */
  layout?: 'row' | 'bare';
  openLabel: string;
  placeholder: string;
  emptyText: string;
  items: readonly T[];
  value: T;
  itemKey: (item: T) => string;
  itemLabel: (item: T) => string;
  matches: (item: T, query: string) => boolean;
  renderItem: (item: T, isHighlighted: boolean) => ReactNode;
  onChange: (item: T) => void;
  /** The typed text while searching; null while the field shows the chosen entry. */
  typed: string | null;
  onTyped: (text: string | null) => void;
  /** Called when the field loses the focus with typed text that was not chosen. */
  onLeave?: (typed: string) => void;
  hint?: string | undefined;
  isProblem?: boolean;
  /** Controls below the list, reached by Tab; they get what closes the list. */
  footer?: (close: () => void) => ReactNode;
  onOpened?: () => void;
  onHighlight?: (item: T) => void;
};

/** A combobox with free text for searching; only entries of the list can be chosen. */
export function Combobox<T>(props: ComboboxProps<T> & { begun: Begun }) {
  const id = useId();
  const isBare = props.layout === 'bare';
  const { label, itemKey, itemLabel, matches, onChange, typed, onTyped } = props;
  // The list may close before the field loses the focus, so the typed text is kept until then.
  const unchosen = useRef<string | null>(props.typed);
  const input = useRef<HTMLInputElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(props.begun.isAsked);
  const close = (): void => {
    unchosen.current = null;
    onTyped(null);
    input.current?.focus();
    setOpen(false);
  };
  return (
    <div className={isBare ? field.stacked : field.row}>
      {!isBare && (
        <label htmlFor={id} className={field.label}>
          {label}
        </label>
      )}
      <Base.Root
        items={props.items}
        value={props.value}
        isItemEqualToValue={(a, b) => itemKey(a) === itemKey(b)}
        itemToStringLabel={itemLabel}
        filter={matches}
        autoHighlight
        open={isOpen}
        onItemHighlighted={(item: T | undefined) => {
          if (item !== undefined) props.onHighlight?.(item);
        }}
        onValueChange={(next) => {
          // Clearing the field does not clear the choice; closing the list restores the label.
          unchosen.current = null;
          if (next !== null) onChange(next);
        }}
        inputValue={typed ?? itemLabel(props.value)}
        onInputValueChange={(text, { reason }) => {
          const isTyping = reason === 'input-change' || reason === 'input-clear';
          if (isTyping) unchosen.current = text;
          onTyped(isTyping ? text : null);
        }}
        onOpenChange={(next, { reason }) => {
          setOpen(next);
          if (next) return props.onOpened?.();
          if (reason === 'escape-key') unchosen.current = null;
          onTyped(null);
        }}
      >
        <Base.InputGroup className={field.field}>
          <Base.Input
            ref={input}
            id={id}
            {...focusOf(props.begun)}
            aria-label={isBare ? label : undefined}
            className={field.input}
            placeholder={props.placeholder}
            spellCheck={false}
            onFocus={(event) => {
              // What was typed before this was read is gone on with.
              if (typed === null) event.currentTarget.select();
            }}
            onKeyDown={(event) => {
              // With the list closed, Escape is for what is around the field.
              if (event.key === 'Escape' && event.currentTarget.ariaExpanded !== 'true') event.preventBaseUIHandler();
              if (!moveAround(event, input.current, surface.current)) return;
              event.preventDefault();
              event.preventBaseUIHandler();
            }}
            aria-describedby={props.hint === undefined ? undefined : `${id}-hint`}
            aria-invalid={props.isProblem || undefined}
            onBlur={({ relatedTarget }) => {
              // The controls around the list count as part of the field.
              if (surface.current?.contains(relatedTarget)) return;
              if (unchosen.current !== null) props.onLeave?.(unchosen.current);
              unchosen.current = null;
              onTyped(null);
            }}
          />
          <Base.Trigger className={field.trigger} aria-label={props.openLabel} tabIndex={-1}>
            <ChevronDown size={14} aria-hidden />
          </Base.Trigger>
        </Base.InputGroup>
        <Base.Portal>
          <Base.Positioner className={popup.positioner} sideOffset={4} align="end">
            <Base.Popup
              ref={surface}
              className={classNames(popup.popup, props.footer !== undefined && popup.wide)}
              onKeyDown={(event) => {
                if (moveAround(event, input.current, surface.current)) event.preventDefault();
                // Escape closes the list and returns the focus to the field. Arrows and letters control the list only
                // from the field.
                if (event.key === 'Escape') input.current?.focus();
                else event.preventBaseUIHandler();
              }}
            >
              <Base.Empty className={popup.empty}>{props.emptyText}</Base.Empty>
              <Base.List className={classNames(popup.list, popup.tall)}>
                {(item: T) => (
                  <Base.Item
                    key={itemKey(item)}
                    value={item}
                    className={popup.item}
                    render={(itemProps, { highlighted, selected }) => (
                      <div {...itemProps}>
                        {props.renderItem(item, highlighted)}
                        {selected && <Check size={14} aria-hidden className={popup.mark} />}
                      </div>
                    )}
                  />
                )}
              </Base.List>
              {props.footer?.(close)}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {props.hint !== undefined && (
        <span id={`${id}-hint`} className={classNames(field.hint, props.isProblem && field.problem)}>
          {props.hint}
        </span>
      )}
    </div>
  );
}

/**
 * Moves the focus by Tab from the field through the controls above and below the list and back; returns whether it did.
 * Without such controls Tab leaves the field.
 */
function moveAround({ key, shiftKey }: KeyboardEvent, input: HTMLElement | null, surface: HTMLElement | null): boolean {
  const controls = [...(surface?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
  if (key !== 'Tab' || input === null || controls.length === 0) return false;
  const stops = [input, ...controls];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  stops.at((at + (shiftKey ? -1 : 1)) % stops.length)?.focus();
  return true;
}
