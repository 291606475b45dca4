// One pronunciation rule: what is written, what is spoken in its place, and where it applies.

import { CaseSensitive, Trash2, WholeWord } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { MAX_SCRIPT_NAME } from '../../../shared/script/script-size.ts';
import { useTranslation } from '../../services.ts';
import { classNames } from '../../ui/class-names.ts';
import field from '../../ui/field.module.css';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { useNear } from '../../ui/use-near.ts';
import { FILTER_VALUES } from '../gallery/voice-filters.ts';
import styles from './Pronunciation.module.css';
import type { EditedRule, PronunciationStore, RuleGroup } from './pronunciation-store.ts';
import { rulesOfTable } from './rules-text.ts';

type RuleRowProps = {
  store: PronunciationStore;
  group: RuleGroup;
  rule: EditedRule;
  /** Its place in the group, from 0. */
  index: number;
  /** Its fields are there from the first render on. */
  isAtOnce: boolean;
  takesFocus: boolean;
  /** Adds a rule after this one. */
  onNext: (id: number) => void;
};

/** The row of a rule. Enter adds another after it; a pasted table becomes rules. */
export const RuleRow = memo(
  function RuleRow({ store, group, rule, index, isAtOnce, takesFocus, onNext }: RuleRowProps) {
    const { t } = useTranslation();
    const [row, isNear] = useNear<HTMLLIElement>(isAtOnce);
    const first = useRef<HTMLInputElement>(null);
    useEffect(() => {
      if (takesFocus) first.current?.focus();
    }, [takesFocus]);
    const { id, from, to, language, isWholeWord, isCaseSensitive } = rule;
    const { change, remove, add } = store.getState();
    const number = index + 1;
    const nameOf = (what: string): string => t('pronunciation.ofRule', { what, number });
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
      event.preventDefault();
      onNext(id);
    };
    const onPaste = (event: ClipboardEvent): void => {
      const rules = rulesOfTable(event.clipboardData.getData('text/plain'));
      if (rules === undefined || rules.length === 0) return;
      event.preventDefault();
      add(group, rules, id);
      if (from === '' && to === '') remove(group, id);
    };
    const removeRow = (): void => {
      const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
      const place = next ?? row.current?.closest('section');
      place?.querySelector<HTMLElement>('input, button')?.focus();
      remove(group, id);
    };
    const text = (name: 'from' | 'to') => (
      <span className={field.field}>
        <input
          ref={name === 'from' ? first : undefined}
          type="text"
          className={field.input}
          aria-label={nameOf(t(`pronunciation.${name}`))}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SCRIPT_NAME}
          value={rule[name]}
          onChange={({ target }) => change(group, id, { [name]: target.value })}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </span>
    );
    return (
      <li ref={row} className={styles.rule}>
        {isNear ? (
          <>
            {text('from')}
            {text('to')}
            <Select
              label={nameOf(t('pronunciation.language'))}
              layout="bare"
              value={language}
              options={[
                { value: '', label: t('pronunciation.anyLanguage') },
                ...[...new Set([...FILTER_VALUES.language, ...(language === '' ? [] : [language])])].map((value) => {
                  const key = `voice.language.${value}`;
                  return { value, label: t.has(key) ? t(key) : value };
                }),
              ]}
              onChange={(value) => change(group, id, { language: value })}
            />
            <IconButton
              label={t('pronunciation.wholeWord')}
              icon={<WholeWord size={16} aria-hidden />}
              className={classNames(isWholeWord && styles.on)}
              aria-pressed={isWholeWord}
              onClick={() => change(group, id, { isWholeWord: !isWholeWord })}
            />
            <IconButton
              label={t('pronunciation.matchCase')}
              icon={<CaseSensitive size={16} aria-hidden />}
              className={classNames(isCaseSensitive && styles.on)}
              aria-pressed={isCaseSensitive}
              onClick={() => change(group, id, { isCaseSensitive: !isCaseSensitive })}
            />
            <IconButton
              label={t('pronunciation.remove', { number })}
              icon={<Trash2 size={14} aria-hidden />}
              onClick={removeRow}
            />
          </>
        ) : (
          <span className={styles.far}>{[from, to].join(t.separators.fact)}</span>
        )}
      </li>
    );
  },
  // `onNext` is ignored: it does the same as long as all other properties are equal.
  (before, after) =>
    before.store === after.store &&
    before.rule === after.rule &&
    before.index === after.index &&
    before.takesFocus === after.takesFocus,
);
