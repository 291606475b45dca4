// What is searched for in the library: the search, the panel of facets, the order, and what is set as chips.

import { ArrowDownWideNarrow, ArrowUpNarrowWide, ListFilter, X } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import type { LibraryFilter, LibrarySort } from '../../../shared/contract/finding.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Select } from '../../ui/Select.tsx';
import { FacetPanel } from './FacetPanel.tsx';
import styles from './Filters.module.css';
import { partsOf } from './facet-choices.ts';
import { SearchBox } from './SearchBox.tsx';

/** A search, its order, and how to change them. */
export type Finding = {
  filter: LibraryFilter;
  sort: LibrarySort;
  setFilter: (change: Partial<LibraryFilter>) => void;
  setSort: (sort: LibrarySort) => void;
};

const SORTS = ['date', 'script', 'duration', 'name', 'size', 'rating'] as const satisfies readonly LibrarySort['by'][];

type FiltersProps = { finding: Finding; searchRef: Ref<HTMLInputElement>; children?: ReactNode };

/** The row above the items. `children`: further controls of the screen. */
export function Filters({ finding, searchRef, children }: FiltersProps) {
  const { filter, sort, setFilter, setSort } = finding;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const count = partsOf(filter, Date.now()).length;
  const direction = t(sort.isDescending ? 'finding.descending' : 'finding.ascending');
  return (
    <div className={styles.bar}>
      <SearchBox filter={filter} inputRef={searchRef} onSearch={(search) => setFilter({ search })} />
      <Popover
        label={t('finding.filters')}
        side="bottom"
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button
            variant="plain"
            className={styles.filters}
            aria-label={count === 0 ? t('finding.filters') : t('finding.filtersSet', { count })}
          >
            <ListFilter size={16} aria-hidden />
            <span className={styles.wideOnly}>{t('finding.filters')}</span>
            {count > 0 && <span className={styles.badge}>{count}</span>}
          </Button>
        }
      >
        <FacetPanel filter={filter} onChange={setFilter} />
      </Popover>
      <span className={styles.sort}>
        <Select
          layout="bare"
          label={t('finding.sort')}
          value={sort.by}
          options={SORTS.map((value) => ({ value, label: t(`finding.sort.${value}`) }))}
          onChange={(by) => setSort({ ...sort, by })}
        />
        <IconButton
          label={direction}
          icon={
            sort.isDescending ? (
              <ArrowDownWideNarrow size={16} aria-hidden />
            ) : (
              <ArrowUpNarrowWide size={16} aria-hidden />
            )
          }
          onClick={() => setSort({ ...sort, isDescending: !sort.isDescending })}
        />
      </span>
      {children}
    </div>
  );
}

/** A thing that is set, with a button that takes it out. */
export function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <li className={styles.chip}>
      <span>{text}</span>
      <button type="button" aria-label={t('finding.remove', { name: text })} onClick={onRemove}>
        <X size={12} aria-hidden />
      </button>
    </li>
  );
}
