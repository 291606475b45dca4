// Says that a stored file is missing or changed: as a mark on an item, and as a notice with a way to bring it back.

import { FileWarning } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { MissingMedia } from '../../shared/contract/media.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { useCommons, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ErrorAlert } from './ErrorAlert.tsx';
import styles from './MissingFile.module.css';
import { useSettled } from './use-settled.ts';
import { type FileRole, filesOf } from './versions.ts';

/** Returns the files that are missing or changed; looks at those with the given ids. */
export function useMissing(mediaIds: readonly string[]): ReadonlyMap<string, MissingMedia> {
  const { missing } = useCommons();
  const key = mediaIds.join(' ');
  useEffect(() => {
    if (key !== '') void missing.getState().look(key.split(' '));
  }, [missing, key]);
  return useStore(missing, (state) => state.files);
}

/** Returns the first of an item's files that is missing or changed, if there is one; looks at them. */
export function useMissingOf(item: LibraryItem | undefined): MissingMedia | undefined {
  const { missing } = useCommons();
  const isSettled = useSettled();
  useEffect(() => {
    if (isSettled && item) void missing.getState().look(filesOf(item).map(({ mediaId }) => mediaId));
  }, [missing, item, isSettled]);
  return useStore(missing, ({ files }) => item && firstOf(item, files));
}

function firstOf(item: LibraryItem, files: ReadonlyMap<string, MissingMedia>): MissingMedia | undefined {
  return filesOf(item)
    .map(({ mediaId }) => files.get(mediaId))
    .find((file) => file !== undefined);
}

/** Adds to an accessible name that a file is missing or changed. */
export function withMissing(label: string, file: MissingMedia | undefined, t: Translate): string {
  return file === undefined ? label : t('media.labelled', { label, mark: t(`media.${file.state}`) });
}

/** The mark of an item whose file is missing or changed; the accessible name of the item says it too. */
export function MissingMark({ file, className }: { file: MissingMedia; className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <span className={classNames(styles.mark, className)} title={t('media.place', { path: file.path })}>
      <FileWarning size={12} aria-hidden />
      {t(`media.${file.state}`)}
    </span>
  );
}

/** What a missing file is to the person who sees the notice. */
type MissingRole = FileRole | 'picture' | 'source';

/** A notice for each given file that is missing or changed, with the place where it should be, and *Locate…*. */
export function MissingNotices({ files }: { files: readonly { role: MissingRole; mediaId: string }[] }) {
  const missing = useMissing(files.map(({ mediaId }) => mediaId));
  return files.map(({ role, mediaId }) => {
    const file = missing.get(mediaId);
    return file && <MissingNotice key={mediaId} role={role} file={file} />;
  });
}

function MissingNotice({ role, file }: { role: MissingRole; file: MissingMedia }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<AppError | null>(null);
  const locate = useLocate(setFailure);
  return (
    <div className={styles.notice} role="status">
      <p className={styles.title}>
        <FileWarning size={16} aria-hidden className={styles.icon} />
        {t(`media.${role}.${file.state}`)}
      </p>
      <p className={styles.place}>{t('media.place', { path: file.path })}</p>
      <Button onClick={() => locate(file.mediaId)}>{t('media.locate')}</Button>
      {failure !== null && <ErrorAlert error={failure} isPlain onDismiss={() => setFailure(null)} />}
    </div>
  );
}

/** Returns a function that asks for a missing file. `report` gets the failure, or null when the file is back. */
export function useLocate(report: (failure: AppError | null) => void): (mediaId: string) => void {
  const { missing, toasts, player } = useCommons();
  const { t } = useTranslation();
  return (mediaId) =>
    void missing
      .getState()
      .locate(mediaId)
      .then((located) => {
        if (located === false) return;
        report(located === true ? null : located);
        if (located !== true) return;
        toasts.add({ title: t('media.located') });
        // The loaded sound is what could not be read.
        const { item, unload } = player.getState();
        if (item?.mediaId === mediaId) unload([item.id]);
      });
}
