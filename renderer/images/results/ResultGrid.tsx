// Several results as a grid in the place of the mask: Enter opens one, Space marks two to compare. A drag paints on the
// mask below.

import { GitCompareArrows } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import { trashItems } from '../../items/item-actions.ts';
import { canShow } from '../../items/picture-text.ts';
import { shownPicture } from '../../items/versions.ts';
import { useCurrentRow } from '../../lists/use-current-row.ts';
import { faceProps, useRows } from '../../lists/use-rows.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { focusOn } from '../../shell/keys.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import type { MaskStage } from '../mask/mask-stage.ts';
import { gridColumns } from './grid-columns.ts';
import styles from './ResultGrid.module.css';
import { unchangedState } from './unchanged.ts';
import { usePaintThrough } from './use-paint-through.ts';

type ResultGridProps = { store: ImagesStore; stage: MaskStage; items: readonly EditItem[] };

/** The grid. */
export function ResultGrid({ store, stage, items }: ResultGridProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const results = useStore(store, (images) => images.results);
  const isReplacing = useStore(store, (images) => images.isReplacing);
  const missingFiles = useStore(store, (images) => images.missingFiles);
  const [markedId, setMarkedId] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const columns = useColumns(stage, items);
  const paintThrough = usePaintThrough(stage);
  const current = useCurrentRow(items.map(({ id }) => id));
  const { openPresented, compareTwo, returnToMask, report } = store.getState();
  const rows = useRows(list, {
    count: items.length,
    ...current,
    layout: { kind: 'grid', columns },
    remove: (index) => void trashItems(commons, items.slice(index, index + 1)).then(report),
  });
  const numberOf = (item: EditItem): number => results.findIndex(({ id }) => id === item.id) + 1;
  // Keys work at once, unless the focus is where a person types.
  useEffect(() => {
    if (focusOn(document.activeElement).focus === 'free') rows.focus(0);
  }, [rows.focus]);
  const mark = (id: string): void => {
    if (markedId === null || markedId === id) setMarkedId(markedId === id ? null : id);
    else compareTwo(id, markedId);
  };
  /** The keys that act on a result otherwise than in other lists. */
  const onKeyDown = (event: KeyboardEvent, id: string): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') returnToMask();
    else if (event.key === ' ') mark(id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ul
      ref={list}
      inert={isReplacing}
      className={styles.grid}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      aria-label={t('images.newResults')}
      {...rows.listProps}
      {...paintThrough}
    >
      {items.map((item, index) => {
        const shown = shownPicture(item, missingFiles);
        const number = numberOf(item);
        return (
          <li
            key={item.id}
            data-row={index}
            className={styles.item}
            data-marked={item.id === markedId ? '' : undefined}
          >
            <button
              type="button"
              className={styles.cell}
              {...faceProps(index === current.currentIndex)}
              aria-label={t('images.openResult', { number })}
              aria-keyshortcuts="Enter Space Delete"
              onKeyDown={(event) => onKeyDown(event, item.id)}
              onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
              onClick={() => openPresented(item.id)}
            >
              {canShow(item, shown) ? <GridPicture mediaId={shown.mediaId} /> : <span className={styles.nothing} />}
            </button>
            <span className={styles.number} aria-hidden>
              {unchangedState(item) === null ? number : `${number}${t.separators.fact}${t('images.unchanged.nothing')}`}
            </span>
            <IconButton
              size="small"
              label={t('images.markToCompare', { number })}
              icon={<GitCompareArrows size={14} aria-hidden />}
              aria-pressed={item.id === markedId}
              tabIndex={-1}
              className={styles.mark}
              onClick={() => mark(item.id)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** A picture that is seen once all of it is there, not in strips while it is read; until then the one before. */
function GridPicture({ mediaId }: { mediaId: string }) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <img
      className={isLoaded ? undefined : styles.coming}
      src={`/media/${mediaId}`}
      alt=""
      decoding="async"
      draggable={false}
      onLoad={() => setLoaded(true)}
    />
  );
}

/** The number of columns with which the results are largest in the canvas. */
function useColumns(stage: MaskStage, items: readonly EditItem[]): number {
  const [columns, setColumns] = useState(1);
  const count = items.length;
  const { width, height } = items[0] === undefined ? { width: 1, height: 1 } : sizeOf(items[0].raw);
  useEffect(() => {
    // The size of a file that could not be read is 0.
    const shape = { width: Math.max(1, width), height: Math.max(1, height) };
    return stage.subscribeView((view) => {
      if (view !== undefined) setColumns(gridColumns(count, shape, view.device.viewport));
    });
  }, [stage, count, width, height]);
  return columns;
}
