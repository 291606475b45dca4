// The facts below the editor: lines, length, characters, and what is over the size of one request.

import { useMemo } from 'react';
import { useStore } from 'zustand';
import { compareWithLimit } from '../../../shared/speech/limits.ts';
import { formatCount } from '../../app/format-text.ts';
import { useSession, useTranslation } from '../../app/services.ts';
import { activeConnection } from '../../app/session-store.ts';
import { LISTED_FROM, type TextFacts } from '../editor/ports.ts';
import { longLines } from './long-lines.ts';
import { ScriptLength } from './ScriptLength.tsx';
import type { ScriptPlayer } from './script-player.ts';
import type { ScriptStore } from './script-store.ts';
import styles from './TextSizes.module.css';

type TextSizesProps = { script: ScriptStore; player: ScriptPlayer; facts: TextFacts };

/** The facts of the text. */
export function TextSizes({ script, player, facts }: TextSizesProps) {
  const { t } = useTranslation();
  const { characters, lines } = facts;
  const isScript = lines >= LISTED_FROM;
  return (
    <>
      {isScript && <span>{t('speech.lines', { count: lines })}</span>}
      {isScript && <ScriptLength script={script} player={player} />}
      <span>{t('speech.characters', { count: characters })}</span>
      {isScript ? <LongLines script={script} /> : <LongText sizeBytes={facts.sizeBytes} />}
    </>
  );
}

/** How many lines of a script are over the limit. */
function LongLines({ script }: { script: ScriptStore }) {
  const { t } = useTranslation();
  const dialect = useSession((session) => activeConnection(session)?.dialect);
  const lines = useStore(script, (open) => open.lines);
  const count = useMemo(() => (dialect ? longLines(lines, dialect).length : 0), [lines, dialect]);
  return count > 0 && <span>{t('speech.linesInParts', { count })}</span>;
}

/** How far a text of one line is from the limit; over it what happens then. */
function LongText({ sizeBytes }: { sizeBytes: number }) {
  const { t, locale } = useTranslation();
  const dialect = useSession((session) => activeConnection(session)?.dialect);
  if (dialect === undefined) return null;
  const distance = compareWithLimit(sizeBytes, dialect.recommendedInputBytes);
  const limit = formatCount(dialect.recommendedInputBytes, locale);
  const bytes = t('speech.bytes', { count: sizeBytes });
  if (distance === 'near') return <span>{t('speech.nearLimit', { bytes, limit })}</span>;
  return (
    distance === 'over' && (
      <>
        <span>{bytes}</span>
        <strong className={styles.over}>{t(`speech.overLimit.${dialect.longText}`, { limit })}</strong>
      </>
    )
  );
}
