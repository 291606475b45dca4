// Saves the current picture in another format, and shows format, quality, resulting file size, and what the format
// cannot preserve.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import { OUTPUT_FORMATS } from '../../../shared/images/limits.ts';
import { formatFileSize } from '../../../shared/text/format-text.ts';
import { saveCopy } from '../../items/item-actions.ts';
import { notifySaved } from '../../items/saved-files.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import field from '../../ui/field.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import { Slider } from '../../ui/Slider.tsx';
import type { ImagesStore } from '../images-store.ts';
import type { EncodedPicture } from '../pipeline/tasks-contract.ts';
import { firstName } from '../tray/source-chain.ts';
import styles from './ExportPanel.module.css';

/** Encoding starts after the slider has been still for this time, in milliseconds. */
const SETTLE_MS = 200;
const NAMES = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' } as const;

type ExportPanelProps = { store: ImagesStore; item: EditItem; picture: Picture; onDone: () => void };

/** The panel; it saves exactly the file whose size it shows. */
export function ExportPanel({ store, item, picture, onDone }: ExportPanelProps) {
  const commons = useCommons();
  const { t, locale } = useTranslation();
  const choice = useStore(store, (images) => images.exportChoice);
  const [encoded, setEncoded] = useState<EncodedPicture | null>(null);
  const { setExportChoice, encode, report } = store.getState();
  const { format, quality } = choice;
  // A picture that is already a PNG is saved byte for byte.
  const isAsItIs = format === 'png' && picture.mime === 'image/png';
  useEffect(() => {
    setEncoded(null);
    if (isAsItIs) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void encode(picture.mediaId, { format, quality }, stop.signal).then((result) => {
        if (!stop.signal.aborted) setEncoded(result);
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [encode, picture.mediaId, format, quality, isAsItIs]);
  const save = async (): Promise<void> => {
    const { ipc } = commons;
    onDone();
    const isProtected = picture !== item.raw;
    const sourceName = firstName(store.getState());
    if (isAsItIs) return report(await saveCopy(commons, item, isProtected ? 'protected' : 'received', sourceName));
    if (encoded === null) return;
    const { bytes } = encoded;
    const saved = await ipc.request('library.savePicture', {
      id: item.id,
      isProtected,
      format,
      ...(sourceName !== undefined && { sourceName }),
      bytes,
    });
    if (saved.ok) notifySaved(commons, [saved.data.file]);
    report(saved.ok ? null : saved.error);
  };
  const sizeBytes = isAsItIs ? picture.sizeBytes : encoded?.bytes.length;
  return (
    <div className={styles.panel}>
      <div className={field.row}>
        <span aria-hidden className={field.label}>
          {t('images.exportFormat')}
        </span>
        <Segmented
          label={t('images.exportFormat')}
          value={format}
          options={OUTPUT_FORMATS.map((value) => ({ value, label: NAMES[value] }))}
          onChange={(next) => setExportChoice({ ...choice, format: next })}
        />
      </div>
      <div className={field.row}>
        <span aria-hidden className={field.label}>
          {t('images.exportQualityLabel')}
        </span>
        <span className={styles.quality}>
          <Slider
            label={t('images.exportQuality')}
            value={quality}
            min={1}
            max={100}
            step={1}
            disabled={format === 'png'}
            onChange={(next) => setExportChoice({ ...choice, quality: next })}
          />
          <span className={styles.figure}>{format === 'png' ? '' : quality}</span>
        </span>
        {format === 'png' && <span className={field.hint}>{t('images.exportLossless')}</span>}
      </div>
      {encoded?.isFlattened && <p className={styles.note}>{t('images.exportFlattened')}</p>}
      <div className={styles.foot}>
        <span role="status" aria-label={t('images.exportSize')}>
          {sizeBytes === undefined ? t('images.exporting') : formatFileSize(sizeBytes, t, locale)}
        </span>
        <Button disabled={sizeBytes === undefined} onClick={() => void save()}>
          {t('images.exportSave')}
        </Button>
      </div>
    </div>
  );
}
