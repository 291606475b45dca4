// The facts below the editor: lines, length, characters, and what is over the size of one request.

import { useMemo } from 'react';
import { useStore } from 'zustand';
import { emotionIn } from '../../../shared/script/directions.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { useSession, useTranslation } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import { LISTED_FROM } from '../editor/ports.ts';
import type { TextFactsStore } from '../editor/text-facts.ts';
import { emotionName } from '../emotion-name.ts';
import { countLong } from './long-lines.ts';
import { ScriptLength } from './ScriptLength.tsx';
import type { ScriptPlayer } from './script-player.ts';
import type { ScriptStore } from './script-store.ts';
import styles from './TextSizes.module.css';
import { useCurrentLine } from './use-line-takes.ts';

type TextSizesProps = { script: ScriptStore; player: ScriptPlayer; facts: TextFactsStore };

/** The facts of the text. */
export function TextSizes({ script, player, facts }: TextSizesProps) {
  const { t } = useTranslation();
  const lines = useStore(facts, (text) => text.lines);
  const isScript = lines >= LISTED_FROM;
  return (
    <>
      {isScript && <span>{t('speech.lines', { count: lines })}</span>}
      {isScript && <ScriptLength script={script} player={player} />}
      <Characters facts={facts} />
      {isScript ? <LineFacts script={script} /> : <LongText facts={facts} />}
      <IgnoredEmotion script={script} />
    </>
  );
}

/** The length of the text; alone in following every key. */
function Characters({ facts }: { facts: TextFactsStore }) {
  const { t } = useTranslation();
  const characters = useStore(facts, (text) => text.characters);
  return <span>{t('speech.characters', { count: characters })}</span>;
}

/** Whether the current line is silent, and how many lines are changed or over the limit. */
function LineFacts({ script }: { script: ScriptStore }) {
  const { t, locale } = useTranslation();
  const current = useCurrentLine(script);
  const changed = useStore(script, ({ lines }) => lines.filter(({ state }) => state === 'changed').length);
  const dialect = useSession((session) => activeConnection(session)?.dialect);
  const lines = useStore(script, (open) => open.lines);
  const long = useMemo(() => (dialect ? countLong(lines, dialect) : 0), [lines, dialect]);
  const number = String((current?.sent.line.index ?? 0) + 1);
  return (
    <>
      {current?.sent.isSpoken === false && <span>{t('plan.lineSilent', { number })}</span>}
      {changed > 0 && <span>{t('plan.changed', { count: formatCount(changed, locale) })}</span>}
      {long > 0 && <span>{t('speech.linesInParts', { count: long })}</span>}
    </>
  );
}

/** The emotion that the current line asks for, if its voice does not have it. */
function IgnoredEmotion({ script }: { script: ScriptStore }) {
  const { t } = useTranslation();
  const sent = useStore(script, ({ lines, currentIndex }) => lines[currentIndex ?? 0]?.sent);
  const asked = useMemo(() => sent && emotionIn(sent.spoken), [sent]);
  if (asked === undefined || asked === sent?.extras.emotion) return null;
  return <span>{t('directions.notOfVoice', { emotion: emotionName(asked, t) })}</span>;
}

/** What happens with a text of one line that is over the limit. */
function LongText({ facts }: { facts: TextFactsStore }) {
  const { t } = useTranslation();
  const sizeBytes = useStore(facts, (text) => text.sizeBytes);
  const dialect = useSession((session) => activeConnection(session)?.dialect);
  if (dialect === undefined || sizeBytes <= dialect.recommendedInputBytes) return null;
  return <strong className={styles.over}>{t(`speech.overLimit.${dialect.longText}`)}</strong>;
}
