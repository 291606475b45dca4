// The text field that offers texts to choose from, as it is once its code has been read.

import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { ChevronDown } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import field from '../field.module.css';
import popup from '../popup.module.css';
import { type Begun, focusOf } from './begun.ts';

/** The field and what it offers. */
export type SuggestFieldProps = {
  label: string;
  /** Accessible name of the button that opens the list. */
  openLabel: string;
  value: string;
  /** The texts on offer; while one types, the list shows those that contain it. */
  suggestions: readonly string[];
  maxLength: number;
  inputRef?: Ref<HTMLInputElement>;
  placeholder?: string;
  onChange: (value: string) => void;
  /** Called in place of `onChange` when a text on offer is chosen. */
  onChoose?: (value: string) => void;
  /** Enter was pressed, and no text on offer is highlighted. */
  onEnter?: () => void;
};

/** A labelled text field with suggestions. */
export function SuggestField(props: SuggestFieldProps & { begun: Begun }) {
  const { label, openLabel, value, suggestions, maxLength, inputRef, placeholder, onChange, onChoose, onEnter } = props;
  const id = useId();
  // The text that is there when the list opens is no search.
  const [isTyping, setTyping] = useState(false);
  return (
    <div className={field.row}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <Base.Root
        items={suggestions}
        defaultOpen={props.begun.isAsked}
        mode={isTyping ? 'list' : 'none'}
        value={value}
        onValueChange={(text, { reason }) => {
          setTyping(reason === 'input-change');
          if (reason === 'item-press' && onChoose) onChoose(text);
          else onChange(text);
        }}
        onOpenChange={(isOpen) => {
          if (!isOpen) setTyping(false);
        }}
      >
        <Base.InputGroup className={field.field}>
          <Base.Input
            ref={inputRef}
            id={id}
            {...focusOf(props.begun)}
            className={field.input}
            maxLength={maxLength}
            placeholder={placeholder}
            spellCheck={false}
            onKeyDown={(event) => {
              const isChoosing = event.currentTarget.hasAttribute('aria-activedescendant');
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || isChoosing || !onEnter) return;
              event.preventDefault();
              onEnter();
            }}
          />
          <Base.Trigger className={field.trigger} aria-label={openLabel} tabIndex={-1}>
            <ChevronDown size={14} aria-hidden />
          </Base.Trigger>
        </Base.InputGroup>
        <Base.Portal>
          <Base.Positioner className={popup.positioner} sideOffset={4} align="end">
            <Base.Popup className={popup.popup}>
              <Base.List className={popup.list}>
                {(text: string) => (
                  <Base.Item key={text} value={text} className={popup.item}>
                    {text}
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  );
}
