// The details of a kept reply: what it is, why it was kept, which results are missing, and its first bytes.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { MissingResult, ReplyItem } from '../../shared/contract/library.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { formatDateTime, formatFileSize } from '../../shared/text/format-text.ts';
import { errorText } from '../items/error-text.ts';
import { copyWords } from '../items/item-actions.ts';
import { TaskButtons } from '../items/TaskButtons.tsx';
import { useReplyActions } from '../items/use-reply-actions.ts';
import { connectionName } from '../jobs/connection-text.ts';
import { useNow, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { dumpBytes } from './dump-bytes.ts';
import styles from './ItemDetails.module.css';
import type { LibraryStore } from './library-store.ts';

const SHOWN_BYTES = 128;

type ReplyDetailsProps = { store: LibraryStore; item: ReplyItem; onClose: () => void };

/** The right panel while a kept reply is open. */
export function ReplyDetails({ store, item, onClose }: ReplyDetailsProps) {
  const { t } = useTranslation();
  const isTrashed = useStore(store, (library) => library.filter.isTrashed);
  const firstBytes = useFirstBytes(item.mediaId);
  const { busy, fetch, allow, ask, readAgain, save } = useReplyActions(item.id, store.getState().report);
  const { asked, error, missing, reply, title } = item;
  return (
    <DetailsPanel
      store={store}
      item={item}
      onClose={onClose}
      facts={useFacts(item)}
      primary={{ label: t('reply.save'), hint: t('reply.saveHint'), onSelect: save }}
    >
      {title !== '' && <p className={styles.text}>{title}</p>}
      {error !== null && <p className={styles.reason}>{errorText(error.code, 'title', t, asked?.kind ?? 'speech')}</p>}
      <p className={styles.cut}>
        {t('reply.why')}
        {reply !== null && reply.contentEncoding !== '' && <> {t('reply.coded', { coding: reply.contentEncoding })}</>}
      </p>
      {!isTrashed && missing.length > 0 && (
        <section className={styles.missing} aria-label={t('reply.missing')}>
          <p className={styles.cut}>{t('reply.missing')}</p>
          {missing.map((one) => (
            <Missing key={one.index} missing={one} isBusy={busy !== null} onAllow={() => allow(one.index)} />
          ))}
          <Button disabled={busy !== null} onClick={fetch}>
            {t(busy === 'fetching' ? 'reply.fetching' : 'reply.fetch')}
          </Button>
        </section>
      )}
      {!isTrashed && asked !== null && error !== null && (
        <div className={styles.actions}>
          <TaskButtons error={error} isBusy={busy !== null} isAsking={busy === 'asking'} onAsk={ask} />
        </div>
      )}
      {!isTrashed && asked !== null && (
        <div className={styles.again}>
          <Button disabled={busy !== null} aria-describedby="read-again-hint" onClick={readAgain}>
            {t(busy === 'reading' ? 'reply.reading' : 'reply.readAgain')}
          </Button>
          <p id="read-again-hint" className={styles.hint}>
            {t('reply.readAgainHint')}
          </p>
        </div>
      )}
      {firstBytes !== null && (
        <figure className={styles.firstBytes}>
          <figcaption className={styles.cut}>{t('reply.firstBytes')}</figcaption>
          <pre className={styles.bytes}>{dumpBytes(firstBytes)}</pre>
        </figure>
      )}
    </DetailsPanel>
  );
}

type MissingProps = { missing: MissingResult; isBusy: boolean; onAllow: () => void };

/** A result that could not be fetched: why, its whole address, and what can be done with it. */
function Missing({ missing: { index, url, error, untilMs }, isBusy, onAllow }: MissingProps) {
  const { t, locale } = useTranslation();
  const isAutomatic = useNow() < untilMs && error.code === 'result.lost';
  return (
    <div className={styles.missingResult}>
      <p>
        {t('reply.missingNumber', { number: index + 1 })}
        {t.separators.fact}
        {errorText(error.code, 'title', t, 'edit')}
      </p>
      <textarea className={styles.address} aria-label={t('error.detail.url')} readOnly value={url} />
      {isAutomatic && (
        <p className={styles.cut}>{t('reply.fetchedUntil', { time: formatDateTime(untilMs, locale) })}</p>
      )}
      <div className={styles.actions}>
        <Button onClick={() => void copyWords(url)}>{t('reply.copyAddress')}</Button>
        {error.code === 'result.refused' && error.details.canAllow === true && (
          <Button disabled={isBusy} onClick={onAllow}>
            {t('reply.allow')}
          </Button>
        )}
      </div>
    </div>
  );
}

function useFacts(item: ReplyItem): (readonly [label: string, value: string])[] {
  const { t, locale } = useTranslation();
  const { asked, content, model, reply, sizeBytes, createdAtMs } = item;
  const connection = { id: asked?.request.connectionId ?? '', name: item.connectionName };
  const known = (text: string): string => (text === '' ? t('library.unknown') : text);
  return [
    ...(reply === null
      ? []
      : ([
          [t('reply.status'), String(reply.status)],
          [t('reply.type'), known(reply.contentType)],
          [t('reply.end'), endText(reply.cutReason, t)],
        ] as const)),
    [t('library.fact.received'), content === 'unknown' ? t('library.unknown') : content],
    [t('library.fact.file'), formatFileSize(sizeBytes, t, locale)],
    [t('library.fact.created'), formatDateTime(createdAtMs, locale)],
    [t('library.fact.connection'), known(connectionName(connection, t))],
    ...(model === '' ? [] : ([[t('reply.model'), model]] as const)),
  ];
}

/** The causes of an early end that have words of their own; any other is the network's. */
const ENDS = ['interrupted', 'timeout', 'tooLarge', 'coding', 'aborted'] as const;

function endText(cutReason: string | null, t: Translate): string {
  if (cutReason === null) return t('reply.end.complete');
  const known = ENDS.find((end) => end === cutReason);
  return known === undefined ? t('reply.end.other', { reason: cutReason }) : t(`reply.end.${known}`);
}

/** The first bytes of a stored file; null until they are read, or if they cannot be. */
function useFirstBytes(mediaId: string): Uint8Array | null {
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const headers = { range: `bytes=0-${SHOWN_BYTES - 1}` };
    fetch(`/media/${mediaId}`, { headers, signal: leaving.signal })
      .then(async (reply) =>
        setBytes(reply.ok ? new Uint8Array(await reply.arrayBuffer()).subarray(0, SHOWN_BYTES) : null),
      )
      .catch(() => undefined);
    return () => leaving.abort();
  }, [mediaId]);
  return bytes;
}
