// The search of the library, with suggestions for its conditions while one types.

import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { type Ref, useMemo, useState } from 'react';
import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import { suggest, wantedValues } from '../../../shared/finding/suggest.ts';
import { useTranslation } from '../../services.ts';
import { classNames } from '../../ui/class-names.ts';
import popup from '../../ui/popup.module.css';
import searchField from '../../ui/SearchField.module.css';
import styles from './Filters.module.css';
import { valueText } from './facet-text.ts';
import { useFacets } from './use-facets.ts';

type SearchBoxProps = {
  filter: LibraryFilter;
  inputRef: Ref<HTMLInputElement>;
  onSearch: (search: string) => void;
};

/** Values that are read for suggestions. */
const VALUES_READ = 10;
/** Longest search, in characters. */
const MAX_SEARCH = 1000;

/** The field, and the list below it. */
export function SearchBox({ filter, inputRef, onSearch }: SearchBoxProps) {
  const { t, locale } = useTranslation();
  const { search } = filter;
  const [isOpen, setOpen] = useState(false);
  const wanted = wantedValues(search);
  // Values of what is typed among all items: the search itself is not yet one that finds something.
  const counts = useFacets({ ...filter, search: '' }, wanted ? [{ ...wanted, limit: VALUES_READ }] : []);
  const values = wanted ? (counts.get(wanted.facet)?.values ?? []) : [];
  const names = values
    .filter(({ count }) => count > 0)
    .map(({ value, label }) => (wanted ? searchWord(wanted.facet, value, label) : ''))
    .filter(Boolean);
  const key = names.join('\n');
  const offered = useMemo(
    () => suggest(search, locale === 'zh' ? 1 : 0, key === '' ? [] : key.split('\n')),
    [search, locale, key],
  );
  const texts = new Map(offered.map((one) => [one.search, one.text]));
  return (
    <Autocomplete.Root
      items={offered.map((one) => one.search)}
      mode="none"
      // Everything else is hidden from assistive technology while the list is open, so an empty one must not be.
      open={isOpen && offered.length > 0}
      onOpenChange={setOpen}
      value={search}
      onValueChange={(text) => {
        setOpen(true);
        onSearch(text);
      }}
    >
      <Autocomplete.InputGroup className={classNames(searchField.search, styles.search)}>
        <Search size={16} aria-hidden />
        <Autocomplete.Input
          ref={inputRef}
          type="search"
          aria-label={t('library.search')}
          placeholder={t('library.search')}
          title={t('finding.searchHint')}
          spellCheck={false}
          maxLength={MAX_SEARCH}
        />
      </Autocomplete.InputGroup>
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={popup.positioner} sideOffset={4} align="start">
          <Autocomplete.Popup className={popup.popup} aria-label={t('finding.suggestions')}>
            <Autocomplete.List className={popup.list}>
              {(next: string) => (
                <Autocomplete.Item key={next} value={next} className={popup.item}>
                  {texts.get(next) ?? next}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );

  /** The word by which a value is meant in a search. */
  function searchWord(facet: Parameters<typeof valueText>[0], value: string, label: string | null): string {
    if (facet === 'voice') return value === '' ? '' : valueText(facet, value, label, t);
    return label || value;
  }
}
