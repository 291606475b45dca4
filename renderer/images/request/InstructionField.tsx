// The instruction, earlier instructions to reuse, and fields that help to write a good one.

import { History, ListChecks } from 'lucide-react';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Translate } from '../../../shared/i18n/index.ts';
import { useTranslation } from '../../services.ts';
import field from '../../ui/field.module.css';
import { IconButton } from '../../ui/IconButton.tsx';
import { Popover } from '../../ui/Popover.tsx';
import type { ImagesStore } from '../images-store.ts';
import styles from './InstructionField.module.css';
import { InstructionHistory } from './InstructionHistory.tsx';
import { GUIDE_FIELDS, instructionParts, isGuided, mentionOf } from './instruction.ts';

const FIELD_ID = 'edit-instruction';
const MAX_CHARACTERS = 100_000;

/** Inserts the name of a picture at the caret in the instruction, undoable like typed text. */
export function insertMention(number: number, t: Translate): void {
  const area = document.getElementById(FIELD_ID);
  if (!(area instanceof HTMLTextAreaElement)) return;
  const before = area.value.slice(0, area.selectionStart);
  const gap = before === '' || /\s$/.test(before) ? '' : t.separators.word;
  typeInto(area, `${gap}${mentionOf(number, t)}`);
}

/** Moves the focus into the instruction, whose text is selected. */
export function focusInstruction(): void {
  const area = document.getElementById(FIELD_ID);
  if (!(area instanceof HTMLTextAreaElement)) return;
  area.focus();
  area.select();
}

/** Replaces the selection with text. No other method keeps the field's own undo history. */
function typeInto(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  document.execCommand('insertText', false, text);
}

/** The instruction field. */
export function InstructionField({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const instruction = useStore(store, (images) => images.instruction);
  const guide = useStore(store, (images) => images.guide);
  const [isGuideOpen, setGuideOpen] = useState(false);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const { setInstruction, setGuide } = store.getState();
  const count = useStore(store, (images) => images.pictures.length);
  const behind = useRef<HTMLDivElement>(null);
  const parts = instructionParts(instruction, count);
  const isGuideShown = isGuideOpen || isGuided(guide);
  const take = (text: string): void => {
    setHistoryOpen(false);
    const area = document.getElementById(FIELD_ID);
    if (!(area instanceof HTMLTextAreaElement)) return;
    area.select();
    typeInto(area, text);
  };
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <div className={styles.written}>
          {/* The pictures that the text names, marked behind it. */}
          <div ref={behind} aria-hidden className={styles.behind}>
            {parts.map(({ text, kind }, index) =>
              kind === 'words' ? (
                text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
                <mark key={index} data-gone={kind === 'gone' ? '' : undefined}>
                  {text}
                </mark>
              ),
            )}
          </div>
          <textarea
            id={FIELD_ID}
            className={styles.instruction}
            rows={1}
            maxLength={MAX_CHARACTERS}
            aria-label={t('images.instruction')}
            placeholder={t('images.instructionPlaceholder')}
            value={instruction}
            onChange={(event) => setInstruction(event.target.value)}
            onKeyDown={({ key, nativeEvent, currentTarget }) => {
              // The keys of the canvas are then at hand.
              if (key === 'Escape' && !nativeEvent.isComposing) currentTarget.blur();
            }}
            onScroll={({ currentTarget }) => behind.current?.scrollTo(0, currentTarget.scrollTop)}
          />
        </div>
        <Popover
          label={t('images.history')}
          side="top"
          isOpen={isHistoryOpen}
          onOpenChange={setHistoryOpen}
          trigger={<IconButton size="small" label={t('images.history')} icon={<History size={14} aria-hidden />} />}
        >
          <InstructionHistory onTake={take} />
        </Popover>
        <IconButton
          size="small"
          label={t('images.guide')}
          aria-expanded={isGuideShown}
          disabled={isGuided(guide)}
          icon={<ListChecks size={14} aria-hidden />}
          onClick={() => setGuideOpen(!isGuideOpen)}
        />
      </div>
      {isGuideShown &&
        GUIDE_FIELDS.map((name) => (
          <label key={name} className={styles.guide}>
            <span className={field.label}>{t(`images.guide.${name}`)}</span>
            <textarea
              className={styles.line}
              rows={1}
              maxLength={MAX_CHARACTERS / 10}
              placeholder={t(`images.guideHint.${name}`)}
              value={guide[name]}
              onChange={(event) => setGuide({ [name]: event.target.value })}
            />
          </label>
        ))}
    </div>
  );
}
