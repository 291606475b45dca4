// Which script and line a take was made for, as a link to them.

import { useEffect, useState } from 'react';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { LineLocation } from '../../shared/contract/scripts.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import { errorText } from '../items/error-text.ts';
import { scriptTitle } from '../items/script-title.ts';
import { useCommons, useOpening, useShell, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ItemDetails.module.css';

type LineRef = NonNullable<SpeechItem['line']>;
type FoundLine = Result<LineLocation, AppError>;

type ScriptLineProps = { line: LineRef; found: FoundLine };

/** The script and the number of the line; without a link if the script is deleted. */
export function ScriptLine({ line, found }: ScriptLineProps) {
  const { openScript } = useOpening();
  const { t } = useTranslation();
  if (!found.ok) {
    const { code } = found.error;
    return code === 'script.not_found' ? t('library.scriptGone') : errorText(code, 'title', t, 'speech');
  }
  const { index, trashedAtMs } = found.data;
  const title = scriptTitle(found.data, t);
  if (trashedAtMs !== null) return t('library.scriptDeleted', { title });
  return (
    <Button variant="link" className={styles.script} onClick={() => openScript(line.scriptId, line.lineId)}>
      {index === null ? t('library.scriptLineGone', { title }) : t('library.scriptLine', { title, number: index + 1 })}
    </Button>
  );
}

/**
 * Looks for the line of a take. Asks again whenever the library is opened: the script may have been edited meanwhile.
 * @returns null until it is known, for a take without a line, and for a single line without a title, which is no script
 * to whoever wrote it.
 */
export function useScriptLine(line: LineRef | null): ScriptLineProps | null {
  const { ipc } = useCommons();
  const isShown = useShell((shell) => shell.tab === 'library');
  const [known, setKnown] = useState<ScriptLineProps | null>(null);
  // An item that is read again has another object for the same line.
  const { scriptId, lineId } = line ?? {};
  useEffect(() => {
    if (scriptId === undefined || lineId === undefined || !isShown) return;
    let isLatest = true;
    const asked = { scriptId, lineId };
    void ipc.request('scripts.locate', asked).then((found) => {
      if (isLatest) setKnown({ line: asked, found });
    });
    return () => {
      isLatest = false;
    };
  }, [ipc, scriptId, lineId, isShown]);
  if (known === null || known.line.scriptId !== scriptId || known.line.lineId !== lineId) return null;
  const { found } = known;
  return found.ok && found.data.title === '' && found.data.lineCount < 2 ? null : known;
}
