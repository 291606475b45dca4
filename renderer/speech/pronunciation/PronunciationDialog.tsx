// The dialog of pronunciation rules: those of the script, those of the app, and what they change.

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { MAX_RULES } from '../../../shared/script/script-size.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import field from '../../ui/field.module.css';
import type { ScriptStore } from '../script/script-store.ts';
import { MarkedText } from './MarkedText.tsx';
import styles from './Pronunciation.module.css';
import { type PronunciationStore, RULE_GROUPS, type RuleGroup } from './pronunciation-store.ts';
import { RuleRow } from './RuleRow.tsx';
import { changedLines, markedSent, markedSpoken, ruledLines } from './rules-text.ts';

/** Number of lines in the preview. */
const PREVIEWED = 5;
/** So many rows are complete at once; the others when they come near the visible part. */
const MADE_AT_ONCE = 10;
const GROUP_NAMES = { script: 'pronunciation.ofScript', app: 'pronunciation.ofApp' } as const;

type PronunciationProps = { store: PronunciationStore; script: ScriptStore };

/** The dialog. What is edited in it applies at once and is one step when it closes. */
export function PronunciationDialog({ store, script }: PronunciationProps) {
  const { t } = useTranslation();
  const isOpen = useStore(store, (state) => state.isOpen);
  return (
    <Dialog
      isOpen={isOpen}
      title={t('pronunciation.title')}
      closeLabel={t('common.close')}
      onClose={store.getState().close}
    >
      <div className={styles.content}>
        {RULE_GROUPS.map((group) => (
          <Rules key={group} store={store} group={group} />
        ))}
        <p className={field.hint}>{t('pronunciation.pasteHint')}</p>
        <Preview store={store} script={script} />
      </div>
    </Dialog>
  );
}

function Rules({ store, group }: { store: PronunciationStore; group: RuleGroup }) {
  const { t } = useTranslation();
  const rules = useStore(store, (state) => state[group]);
  /** The rule that was added last; it takes the focus. */
  const [added, setAdded] = useState<number | null>(null);
  const { add } = store.getState();
  const name = t(GROUP_NAMES[group]);
  const addOne = (afterId?: number): void => setAdded(add(group, undefined, afterId)[0] ?? null);
  return (
    <section className={styles.group} aria-label={name}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {group === 'app' && <span className={field.hint}>{t('pronunciation.ofAppHint')}</span>}
        <Button
          variant="plain"
          className={styles.add}
          aria-label={t('pronunciation.addTo', { group: name })}
          disabled={rules.length >= MAX_RULES}
          onClick={() => addOne()}
        >
          <Plus size={14} aria-hidden />
          {t('pronunciation.add')}
        </Button>
      </div>
      {rules.length === 0 ? (
        <p className={field.hint}>{t('pronunciation.none')}</p>
      ) : (
        <>
          <div className={styles.columns} aria-hidden>
            <span>{t('pronunciation.from')}</span>
            <span>{t('pronunciation.to')}</span>
            <span>{t('pronunciation.language')}</span>
          </div>
          <ul className={styles.rules} aria-label={name}>
            {rules.map((rule, index) => (
              <RuleRow
                key={rule.id}
                store={store}
                group={group}
                rule={rule}
                index={index}
                isAtOnce={index < MADE_AT_ONCE || rule.id === added}
                takesFocus={rule.id === added}
                onNext={addOne}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Some lines as written and as sent, and how many changed since the dialog was opened. */
function Preview({ store, script }: PronunciationProps) {
  const { t, locale } = useTranslation();
  const lines = useStore(script, (state) => state.lines);
  const currentIndex = useStore(script, (state) => state.currentIndex);
  const sentBefore = useStore(store, (state) => state.sentBefore);
  const ruled = ruledLines(lines, currentIndex);
  const changedCount = changedLines(lines, sentBefore);
  return (
    <section className={styles.group} aria-label={t('pronunciation.preview')}>
      <div className={styles.head}>
        <h3 className={styles.name}>{t('pronunciation.preview')}</h3>
        {ruled.length > 0 && <span className={field.hint}>{t('pronunciation.ruled', { count: ruled.length })}</span>}
      </div>
      {ruled.length === 0 && <p className={field.hint}>{t('pronunciation.noLines')}</p>}
      <ol className={styles.lines}>
        {ruled.slice(0, PREVIEWED).map(({ id, sent }) => (
          <li key={id} className={styles.line}>
            <span className={styles.number}>{formatCount(sent.line.index + 1, locale)}</span>
            <p className={styles.which}>{t('pronunciation.written')}</p>
            <p className={styles.written}>
              <MarkedText pieces={markedSpoken(sent)} />
            </p>
            <p className={styles.which}>{t('pronunciation.sent')}</p>
            <p>
              <MarkedText pieces={markedSent(sent.sent)} />
            </p>
          </li>
        ))}
      </ol>
      <p className={styles.changed} role="status">
        {changedCount > 0 && t('pronunciation.changed', { count: changedCount })}
      </p>
    </section>
  );
}
