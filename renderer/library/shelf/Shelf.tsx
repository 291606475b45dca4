// The shelf at the left of the library: all items, starred ones, collections, tags, deleted ones. To choose a place only
// sets the filter.

import {
  Layers,
  LibraryBig,
  type LucideIcon,
  PenLine,
  Plus,
  Sparkles,
  Star,
  Tag,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { commandFacts } from '../../../shared/app/commands.ts';
import type { LibraryFilter, LibrarySort } from '../../../shared/contract/finding.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { draggedItems } from '../../items/keeping/dragged.ts';
import { collectItems, removeCollection, renameCollection } from '../../items/keeping/keep-actions.ts';
import { NewCollection } from '../../items/keeping/NewCollection.tsx';
import { RenameField } from '../../lists/RenameField.tsx';
import { rowIndexOf } from '../../lists/row-elements.ts';
import { rowProps, useRows } from '../../lists/use-rows.ts';
import { useCommand, useCommons, useShell, useTranslation } from '../../services.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import styles from './Shelf.module.css';
import { filterOf, isShownBy, keyOf, placesOf, type ShelfPlace } from './shelf-places.ts';

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
  const [targetKey, setTargetKey] = useState<string | null>(null);
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
  /** The collection under a drag that items can be put into. */
  const targetOf = (event: DragEvent) => {
    const entry = collectionAt(rowIndexOf(event.target, list.current) ?? -1);
    return draggedItems().length > 0 && entry?.kind === 'manual' && entry.problem === null ? entry : undefined;
  };
  const onDragOver = (event: DragEvent): void => {
    const entry = targetOf(event);
    setTargetKey(entry ? keyOf({ kind: 'collection', entry }) : null);
    if (entry === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'copy';
  };
  const onDrop = (event: DragEvent): void => {
    const entry = targetOf(event);
    setTargetKey(null);
    if (entry === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void collectItems(commons, entry, draggedItems(), true).then(report);
  };
  useCommand('library.newCollection', () => setNewOpen(true));
  useCommand('library.showStarred', () => choose({ kind: 'starred' }));
  useCommand('library.showAll', () => choose({ kind: 'all' }));
  return (
    <nav className={styles.shelf} aria-label={t('shelf.label')}>
      <ul
        ref={list}
        className={styles.list}
        aria-label={t('shelf.label')}
        onDragOver={onDragOver}
        onDragLeave={() => setTargetKey(null)}
        onDrop={onDrop}
        {...rows.listProps}
      >
        {places.map((place, index) => {
          const key = keyOf(place);
          const Icon = iconOf(place);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and Space are commands of every list of rows.
            <li
              key={key}
              className={styles.row}
              data-kind={place.kind}
              data-target={key === targetKey ? '' : undefined}
              aria-current={isShownBy(place, filter, none) ? 'page' : undefined}
              {...rowProps(index, index === currentIndex)}
              onClick={(event) => {
                if (event.target instanceof HTMLInputElement) return;
                choose(place);
              }}
            >
              <Icon size={15} aria-hidden />
              {renamedKey === key && place.kind === 'collection' ? (
                <RenameField
                  name={place.entry.title}
                  onRename={(title) => void renameCollection(commons, place.entry, title).then(report)}
                  onEnd={(isByKey) => {
                    setRenamedKey(null);
                    if (isByKey) rows.focus(index);
                  }}
                />
              ) : (
                <span className={styles.name}>{nameOf(place, t)}</span>
              )}
              {countOf(place) !== null && (
                <span className={styles.count}>{formatCount(countOf(place) ?? 0, locale)}</span>
              )}
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

function iconOf(place: ShelfPlace): LucideIcon {
  switch (place.kind) {
    case 'all':
      return LibraryBig;
    case 'starred':
      return Star;
    case 'deleted':
      return Trash2;
    case 'tag':
      return Tag;
    case 'collection':
      if (place.entry.problem !== null) return TriangleAlert;
      return place.entry.kind === 'smart' ? Sparkles : Layers;
  }
}

function titleOf({ title, problem }: { title: string; problem: string | null }, t: Translate): string {
  return problem === null ? title : t('collection.unreadable');
}

function nameOf(place: ShelfPlace, t: Translate): string {
  switch (place.kind) {
    case 'collection':
      return titleOf(place.entry, t);
    case 'tag':
      return place.tag;
    default:
      return t(`shelf.${place.kind}`);
  }
}

/** The number of items, where it is known. */
function countOf(place: ShelfPlace): number | null {
  if (place.kind === 'tag') return place.count;
  return place.kind === 'collection' && place.entry.kind === 'manual' && place.entry.problem === null
    ? place.entry.count
    : null;
}
