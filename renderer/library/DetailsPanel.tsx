// The layout of an item's details: actions at the top, the item, its facts, the primary action at the bottom.

import { Ellipsis, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { RequestDetails } from '../items/inspector/RequestDetails.tsx';
import { useExchanges } from '../items/inspector/use-exchanges.ts';
import { restoreItems, saveBest } from '../items/item-actions.ts';
import { forGoodEntry, itemEntries } from '../items/item-menu.tsx';
import { KeptFields } from '../items/keeping/KeptFields.tsx';
import { StarButton } from '../items/keeping/StarButton.tsx';
import { MissingNotices } from '../items/MissingFile.tsx';
import { filesOf } from '../items/versions.ts';
import { useCommons, useDialogs, useTranslation } from '../services.ts';
import { RightPanel } from '../shell/RightPanel.tsx';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import styles from './ItemDetails.module.css';
import type { LibraryStore } from './library-store.ts';

type DetailsPanelProps = {
  store: LibraryStore;
  item: LibraryItem;
  onClose: () => void;
  /** A control before the actions. */
  leading?: ReactNode;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  primary: { label: string; hint: string; onSelect: () => void };
  /** For the rare case that something is wrong with the item; after its facts. */
  repair?: ReactNode;
  children: ReactNode;
};

/** The common part of the details of takes and pictures. */
export function DetailsPanel(props: DetailsPanelProps) {
  const { store, item, onClose, leading, facts, primary, repair, children } = props;
  const commons = useCommons();
  const { askDeletion } = useDialogs();
  const { t } = useTranslation();
  const problem = useStore(store, (library) => library.problem);
  const isTrashed = useStore(store, (library) => library.filter.isTrashed);
  const { report } = store.getState();
  const { files, copy, remove } = itemEntries(commons, item, t, report);
  const forGood = forGoodEntry(t, () => askDeletion({ kind: 'items', ids: [item.id] }));
  const exchanges = useExchanges(item.id);
  // A deleted item must be restored before it can be used.
  const main = isTrashed
    ? {
        label: t('library.restore'),
        hint: t('library.restoreHint'),
        onSelect: () => void restoreItems(commons, [item.id]).then(report),
      }
    : primary;
  return (
    <RightPanel
      label={t('library.itemDetails')}
      footer={
        <>
          {problem !== null && (
            <ErrorAlert
              error={problem}
              topic={item.kind === 'edit' ? 'edit' : 'speech'}
              onDismiss={() => report(null)}
            />
          )}
          <Button variant="primary" onClick={main.onSelect}>
            {main.label}
          </Button>
          <p className={styles.hint}>{main.hint}</p>
        </>
      }
    >
      <div className={styles.head}>
        {leading}
        <StarButton item={item} report={report} />
        <Button onClick={() => void saveBest(commons, item).then(report)}>{t('common.saveAs')}</Button>
        <Menu
          trigger={<IconButton label={t('common.more')} icon={<Ellipsis size={16} aria-hidden />} />}
          entries={[...files, copy, 'separator', isTrashed ? forGood : remove]}
        />
        <IconButton
          label={t('common.close')}
          icon={<X size={16} aria-hidden />}
          className={styles.close}
          onClick={onClose}
        />
      </div>
      <MissingNotices files={neededFiles(item)} />
      {children}
      <KeptFields item={item} report={report} />
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {repair}
      {exchanges.length > 0 && (
        <Disclosure label={t('library.request')}>
          <RequestDetails list={exchanges} />
        </Disclosure>
      )}
    </RightPanel>
  );
}

/** The files of an item: its content, and of an edit the picture that was edited. */
function neededFiles(item: LibraryItem) {
  const sourceId = item.kind === 'edit' ? item.request.pictures[0]?.mediaId : undefined;
  return sourceId === undefined ? filesOf(item) : [...filesOf(item), { role: 'source' as const, mediaId: sourceId }];
}
