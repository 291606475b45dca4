// Banners about the storage: what is wrong with the disk, what is not saved yet, what could not be read. The first two
// go away by themselves when main reports that it works again.

import { OctagonAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Loss, StorageHealth } from '../../shared/contract/storage.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { unsavedWords } from '../../shared/storage/storage-text.ts';
import { formatFileSize } from '../../shared/text/format-text.ts';
import { useSession, useTranslation } from '../services.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './Banners.module.css';

/** Entries of the library that a banner names. */
const MAX_NAMED = 3;

/** One line for the state of the disk, and one for each file that could not be read. */
export function StorageBanners() {
  const { t } = useTranslation();
  const { isWritable, folder, reason } = useSession((state) => state.storage);
  const { problem, unsaved, losses } = useSession((state) => state.storageHealth);
  // Its own banner shows that it is being rebuilt.
  const isRebuilding = useSession((state) => state.maintenance.step === 'rebuilding');
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const unsavedText = unsaved.length > 0 ? t('banner.unsaved', { things: unsavedWords(unsaved, t) }) : '';
  const problemText = problem ? formatProblem(problem, t) : '';
  const isTakenOver = reason === 'takenOver';
  // What could not be written for that reason is no further problem.
  const text = isTakenOver ? '' : [problemText, unsavedText].filter(Boolean).join(t.separators.sentence);
  return (
    <>
      {text !== '' && (
        <Banner>
          {text} {problem && <span className={styles.reason}>{folder}</span>}
        </Banner>
      )}
      {isTakenOver && (
        <Banner>
          {t('banner.takenOver')} <span className={styles.reason}>{folder}</span>
        </Banner>
      )}
      {!isWritable && !problem && !isTakenOver && !isRebuilding && (
        <Banner>
          {t('banner.storage')}{' '}
          <span className={styles.reason}>{[folder, reason].filter(Boolean).join(t.separators.fact)}</span>
        </Banner>
      )}
      {losses
        .filter((loss) => !dismissed.has(nameOf(loss)))
        .map((loss) => (
          <Banner key={nameOf(loss)} onDismiss={() => setDismissed(new Set([...dismissed, nameOf(loss)]))}>
            {formatLoss(loss, t)}
          </Banner>
        ))}
    </>
  );
}

function Banner({ children, onDismiss }: { children: ReactNode; onDismiss?: () => void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.banner} role="status">
      <OctagonAlert size={16} aria-hidden className={styles.icon} />
      <span>{children}</span>
      {onDismiss && (
        <IconButton
          size="small"
          label={t('common.dismiss')}
          icon={<X size={14} aria-hidden />}
          className={styles.dismiss}
          onClick={onDismiss}
        />
      )}
    </p>
  );
}

function formatProblem({ kind, missingBytes }: NonNullable<StorageHealth['problem']>, t: Translate): string {
  const missing = formatFileSize(missingBytes ?? 0, t, t.locale);
  const what = kind === 'full' ? t('banner.problem.full', { missing }) : t(`banner.problem.${kind}`);
  return [what, t(`banner.problem.${kind}.advice`)].join(t.separators.sentence);
}

/** What is put aside later is a loss of its own. */
function nameOf({ file, parts }: Loss): string {
  return `${file} ${parts.length}`;
}

/** Says what could not be read, what is used instead, and where it is kept. */
function formatLoss({ file, parts, isRestored, keptAs }: Loss, t: Translate): string {
  const named = [...parts.slice(0, MAX_NAMED), ...(parts.length > MAX_NAMED ? ['…'] : [])].join(t.separators.list);
  if (file === 'library') return t('banner.loss.library', { count: parts.length, names: named });
  const list = parts.join(t.separators.list);
  const isPart = parts.length > 0;
  const what =
    file === 'settings' && isPart
      ? t('banner.loss.settings.parts', { parts: list })
      : t(file === 'keys' && isPart ? 'banner.loss.keys.parts' : `banner.loss.${file}`);
  const instead = file === 'settings' ? [t(isRestored ? 'banner.loss.restored' : 'banner.loss.default')] : [];
  const kept = keptAs === '' ? [] : [t('banner.loss.keptAs', { name: keptAs })];
  return [what, ...instead, ...kept].join(t.separators.sentence);
}
