// The actions on all selected items: play takes one after the other, save and keep them, delete them.

import { Ellipsis, X } from 'lucide-react';
import type { AppError } from '../../shared/errors.ts';
import { MAX_AT_ONCE } from '../../shared/library/library-limits.ts';
import { formatCount } from '../../shared/text/format-text.ts';
import { useCommons, useDialogs, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { Chosen } from './chosen.ts';
import { playChosen, trashChosen } from './item-actions.ts';
import { makingEntries } from './item-menu.tsx';
import { KeepMenu } from './keeping/KeepMenu.tsx';
import styles from './SelectionBar.module.css';

type SelectionBarProps = {
  chosen: Chosen;
  report: (error: AppError | null) => void;
  onClear: () => void;
  /** For deleted items: restores them, instead of deleting them. */
  onRestore?: ((ids: readonly string[]) => void) | undefined;
  /** For deleted items too. */
  onDeleteForGood?: ((ids: readonly string[]) => void) | undefined;
};

/** The bar under a list while items are selected. */
export function SelectionBar({ chosen, report, onClear, onRestore, onDeleteForGood }: SelectionBarProps) {
  const commons = useCommons();
  const dialogs = useDialogs();
  const { t, locale } = useTranslation();
  const areFew = chosen.count <= MAX_AT_ONCE;
  return (
    <section className={styles.bar} aria-label={t('library.selection')}>
      <span role="status" className={styles.count}>
        {t('library.selected', { count: formatCount(chosen.count, locale) })}
      </span>
      {chosen.hasTakes && areFew && (
        <Button onClick={() => void playChosen(commons, chosen)}>{t('takes.playInARow')}</Button>
      )}
      <Button onClick={() => dialogs.openBatch(chosen)}>{t('library.saveAll')}</Button>
      {!onRestore && <KeepMenu ids={chosen.ids} report={report} />}
      {onRestore ? (
        <>
          <Button onClick={() => void chosen.ids().then(onRestore)}>{t('library.restoreAll')}</Button>
          <Button onClick={() => void chosen.ids().then(onDeleteForGood)}>{t('trash.deleteForGoodAsk')}</Button>
        </>
      ) : (
        <Button variant="plain" onClick={() => void trashChosen(commons, chosen).then(report)}>
          {t('library.deleteAll')}
        </Button>
      )}
      {!onRestore && (
        <Menu
          trigger={<IconButton label={t('common.more')} icon={<Ellipsis size={16} aria-hidden />} />}
          entries={makingEntries({ ...commons, ...dialogs }, chosen, t)}
        />
      )}
      <IconButton label={t('library.clearSelection')} icon={<X size={16} aria-hidden />} onClick={onClear} />
    </section>
  );
}
