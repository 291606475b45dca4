// What a row of the shelf shows: icon, name or the field that renames it, and count.

import { Layers, LibraryBig, type LucideIcon, Sparkles, Star, Tag, Trash2, TriangleAlert } from 'lucide-react';
import type { AppError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { renameCollection } from '../../items/keeping/keep-actions.ts';
import { RenameField } from '../../lists/RenameField.tsx';
import { useCommons, useTranslation } from '../../services.ts';
import styles from './Shelf.module.css';
import { type ShelfPlace, titleOf } from './shelf-places.ts';

type ShelfFaceProps = {
  place: ShelfPlace;
  isRenamed: boolean;
  report: (error: AppError | null) => void;
  /** @param isByKey the focus returns to the row. */
  onRenameEnd: (isByKey: boolean) => void;
};

/** The content of the row. */
export function ShelfFace({ place, isRenamed, report, onRenameEnd }: ShelfFaceProps) {
  const commons = useCommons();
  const { t, locale } = useTranslation();
  const Icon = iconOf(place);
  const count = countOf(place);
  return (
    <>
      <Icon size={15} aria-hidden />
      {isRenamed && place.kind === 'collection' ? (
        <RenameField
          name={place.entry.title}
          onRename={(title) => void renameCollection(commons, place.entry, title).then(report)}
          onEnd={onRenameEnd}
        />
      ) : (
        <span className={styles.name}>{nameOf(place, t)}</span>
      )}
      {count !== null && <span className={styles.count}>{formatCount(count, locale)}</span>}
    </>
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
