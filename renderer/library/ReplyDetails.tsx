// The details of a recovered reply: what it is, and its first bytes.

import { useEffect, useState } from 'react';
import type { ReplyItem } from '../../shared/contract/library.ts';
import { formatDateTime, formatFileSize } from '../app/format-text.ts';
import { saveBest } from '../app/items/item-actions.ts';
import { useServices, useTranslation } from '../app/services.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import { dumpBytes } from './dump-bytes.ts';
import styles from './ItemDetails.module.css';
import type { LibraryStore } from './library-store.ts';

const SHOWN_BYTES = 128;

type ReplyDetailsProps = { store: LibraryStore; item: ReplyItem; onClose: () => void };

/** The right panel while a recovered reply is open. */
export function ReplyDetails({ store, item, onClose }: ReplyDetailsProps) {
  const services = useServices();
  const { t, locale } = useTranslation();
  const firstBytes = useFirstBytes(item.mediaId);
  return (
    <DetailsPanel
      store={store}
      item={item}
      onClose={onClose}
      facts={[
        [t('library.fact.received'), item.content === 'unknown' ? t('library.unknown') : item.content],
        [t('library.fact.file'), formatFileSize(item.sizeBytes, t, locale)],
        [t('library.fact.created'), formatDateTime(item.createdAtMs, locale)],
        [t('library.fact.connection'), item.connectionName === '' ? t('library.unknown') : item.connectionName],
      ]}
      primary={{
        label: t('common.saveAs'),
        hint: t('library.reply.saveHint'),
        onSelect: () => void saveBest(services, item).then(store.getState().report),
      }}
    >
      {item.title !== '' && <p className={styles.text}>{item.title}</p>}
      <p className={styles.cut}>{t('library.reply.why')}</p>
      {firstBytes !== null && (
        <figure className={styles.firstBytes}>
          <figcaption className={styles.cut}>{t('library.reply.firstBytes')}</figcaption>
          <pre className={styles.bytes}>{dumpBytes(firstBytes)}</pre>
        </figure>
      )}
    </DetailsPanel>
  );
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
