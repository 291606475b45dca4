// The shelf at the left of the library: all items, starred ones, collections, tags, deleted ones. To choose a place only
// sets the filter.

import { PenLine, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { commandFacts } from '../../../shared/app/commands.ts';
import type { LibraryFilter, LibrarySort } from '../../../shared/contract/finding.ts';
import type { AppError } from '../../../shared/errors.ts';
import { removeCollection } from '../../items/keeping/keep-actions.ts';
import { NewCollection } from '../../items/keeping/NewCollection.tsx';
import { rowProps, useRows } from '../../lists/use-rows.ts';
import { useCommand, useCommons, useShell, useTranslation } from '../../services.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import styles from './Shelf.module.css';
import { ShelfFace } from './ShelfFace.tsx';
import { filterOf, isShownBy, keyOf, placesOf, type ShelfPlace, titleOf } from './shelf-places.ts';
import { useItemDrop } from './use-item-drop.ts';

type ShelfProps = {
  filter: LibraryFilter;
  /** The filter that leaves nothing out. */
  none: LibraryFilter;
  onChoose: (filter: LibraryFilter, sort?: LibrarySort) => void;
  report: (error: AppError | null) => void;
};

/** The shelf. */
export function Shelf({ filter, none, onChoose, report }: ShelfProps) {
  const commons = useCommons();
  const { t, locale } = useTranslation();
  const { kept } = commons;
  const collections = useStore(kept, (state) => state.collections);
  const tags = useStore(kept, (state) => state.tags);
  const isShown = useShell((frame) => frame.tab === 'library');
  const list = useRef<HTMLUListElement>(null);
  const [currentKey, setCurrentKey] = useState('all');
  const [renamedKey, setRenamedKey] = useState<string | null>(null);
  const [isNewOpen, setNewOpen] = useState(false);
  useEffect(() => {
    if (isShown) kept.getState().follow();
  }, [kept, isShown]);
  const places = placesOf(collections, tags, locale);
  const currentIndex = Math.max(
    0,
    places.findIndex((place) => keyOf(place) === currentKey),
  );
  const choose = (place: ShelfPlace | undefined): void => {
    if (place === undefined || (place.kind === 'collection' && place.entry.problem !== null)) return;
    const { filter: next, sort } = filterOf(place, none);
    onChoose(next, sort);
  };
  const collectionAt = (index: number) => {
    const place = places[index];
    return place?.kind === 'collection' ? place.entry : undefined;
  };
  const remove = (index: number): void => {
    const entry = collectionAt(index);
    if (entry === undefined) return;
    void removeCollection(commons, { ...entry, title: titleOf(entry, t) }).then((error) => {
      report(error);
      const place = places[index];
      if (error === null && place && isShownBy(place, filter, none)) choose({ kind: 'all' });
    });
  };
  const rename = (index: number): void => {
    const entry = collectionAt(index);
    if (entry?.problem === null) setRenamedKey(keyOf({ kind: 'collection', entry }));
  };
  const rows = useRows(list, {
    count: places.length,
    currentIndex,
    onCurrent: (index) => {
      const place = places[index];
      if (place) setCurrentKey(keyOf(place));
    },
    layout: { kind: 'column' },
    open: (index) => choose(places[index]),
    preview: (index) => choose(places[index]),
    ...(collectionAt(currentIndex) && { remove, rename }),
    hasMenu: collectionAt(currentIndex) !== undefined,
  });
  const menuEntries = (index: number): MenuEntry[] => {
    const entry = collectionAt(index);
    if (entry === undefined) return [];
    const keys = commandFacts('row.rename').keys?.join(' ');
    return [
      {
        id: 'rename',
        label: t('common.rename'),
        icon: <PenLine size={16} aria-hidden />,
        keys,
        isDisabled: entry.problem !== null,
        onSelect: () => rename(index),
      },
      {
        id: 'remove',
        label: t('collection.remove'),
        icon: <Trash2 size={16} aria-hidden />,
        isDanger: true,
        onSelect: () => remove(index),
      },
    ];
  };
  const drop = useItemDrop(list, collectionAt, report);
  useCommand('library.newCollection', () => setNewOpen(true));
  useCommand('library.showStarred', () => choose({ kind: 'starred' }));
  useCommand('library.showAll', () => choose({ kind: 'all' }));
  return (
    <nav className={styles.shelf} aria-label={t('shelf.label')}>
      <ul ref={list} className={styles.list} aria-label={t('shelf.label')} {...drop.listProps} {...rows.listProps}>
        {places.map((place, index) => {
          const key = keyOf(place);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and Space are commands of every list of rows.
            <li
              key={key}
              className={styles.row}
              data-kind={place.kind}
              data-target={drop.isTarget(place) ? '' : undefined}
              aria-current={isShownBy(place, filter, none) ? 'page' : undefined}
              {...rowProps(index, index === currentIndex)}
              onClick={(event) => {
                if (event.target instanceof HTMLInputElement) return;
                choose(place);
              }}
            >
              <ShelfFace
                place={place}
                isRenamed={renamedKey === key}
                report={report}
                onRenameEnd={(isByKey) => {
                  setRenamedKey(null);
                  if (isByKey) rows.focus(index);
                }}
              />
            </li>
          );
        })}
      </ul>
      <IconButton
        label={t('collection.new')}
        icon={<Plus size={16} aria-hidden />}
        className={styles.add}
        onClick={() => setNewOpen(true)}
      />
      <Menu {...rows.menuOf(rows.menuIndex)} entries={menuEntries(rows.menuIndex)} />
      {isNewOpen && (
        <NewCollection collection={{ kind: 'manual', itemIds: [] }} report={report} onClose={() => setNewOpen(false)} />
      )}
    </nav>
  );
}
