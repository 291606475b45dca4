// The recorded requests of a job, one section per try: request, reply, times, and the request as a curl command.

import { useState } from 'react';
import type { Exchange } from '../../../shared/contract/exchanges.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { useSession, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { type CurlShell, toCurl } from './curl.ts';
import { fileFormatter, formatReply, formatRequest, formatTimings } from './exchange-text.ts';
import styles from './RequestDetails.module.css';

/** All tries, latest first. */
export function RequestDetails({ list }: { list: readonly Exchange[] }) {
  return (
    <div className={styles.root}>
      {list.toReversed().map((exchange) => (
        <OneTry key={exchange.tryNumber} exchange={exchange} isOnly={list.length === 1} />
      ))}
    </div>
  );
}

function OneTry({ exchange, isOnly }: { exchange: Exchange; isOnly: boolean }) {
  const { t, locale } = useTranslation();
  const { reply, body, failure } = exchange;
  const isWindows = useSession((session) => session.platform === 'win32');
  return (
    <section className={styles.try}>
      <div className={styles.head}>
        <h4>{headingOf(exchange, isOnly, t)}</h4>
        {(isWindows ? SHELLS_OF_WINDOWS : SHELLS).map(([shell, label]) => {
          const curl = toCurl(exchange, shell);
          return (
            curl !== null && <CopyButton key={shell} text={curl} label={t(label)} doneLabel={t('request.copied')} />
          );
        })}
      </div>
      <pre className={styles.text}>{formatRequest(exchange, fileFormatter(t, locale))}</pre>
      {body.kind !== 'none' && body.isCut && <p className={styles.note}>{t('request.cut')}</p>}
      {body.kind === 'none' && <p className={styles.note}>{t('request.notSent')}</p>}
      {reply !== null && (
        <>
          <h4>{t('request.reply')}</h4>
          <pre className={styles.text}>{formatReply(reply)}</pre>
        </>
      )}
      {failure !== '' && <p className={styles.note}>{t('request.failure', { code: failure })}</p>}
      <p className={styles.note}>{formatTimings(exchange, t, locale)}</p>
    </section>
  );
}

type Copy = readonly [CurlShell, 'request.copyCurl' | 'request.copyCurl.powershell' | 'request.copyCurl.bash'];
const SHELLS: readonly Copy[] = [['posix', 'request.copyCurl']];
/** The usual one first. */
const SHELLS_OF_WINDOWS: readonly Copy[] = [
  ['powershell', 'request.copyCurl.powershell'],
  ['posix', 'request.copyCurl.bash'],
];

function headingOf({ tryNumber: number, part }: Exchange, isOnly: boolean, t: Translate): string {
  if (part !== null) return t('request.part', { number, part: part.number, parts: part.count });
  return isOnly ? t('request.sent') : t('request.try', { number });
}

/** A copy button that shows a confirmation until it loses the focus. */
function CopyButton({ text, label, doneLabel }: { text: string; label: string; doneLabel: string }) {
  const [isDone, setDone] = useState(false);
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setDone(true));
  return (
    <Button variant="plain" onClick={copy} onBlur={() => setDone(false)} aria-live="polite">
      {isDone ? doneLabel : label}
    </Button>
  );
}
