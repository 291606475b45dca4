// The tile of a result in the history: a click shows the result on the canvas, a double click compares it. With Ctrl, ⌘
// or Shift a click is the list's, which compares several.

import { type MouseEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { formatFileSize, formatTime } from '../../../shared/text/format-text.ts';
import { dragItemsOut } from '../../items/item-actions.ts';
import { StarButton } from '../../items/keeping/StarButton.tsx';
import { useMissingOf, withMissing } from '../../items/MissingFile.tsx';
import { canShow, faultText, formatDifference, formatName, formatPixelSize, markOf } from '../../items/picture-text.ts';
import { ResultThumbnail } from '../../items/Thumbnail.tsx';
import { shownPicture } from '../../items/versions.ts';
import { faceProps } from '../../lists/use-rows.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { formatDeviation } from '../compare/result-quality-text.ts';
import type { ImagesStore } from '../images-store.ts';
import { EditedMark } from './EditedMark.tsx';
import styles from './History.module.css';
import { resultEntries } from './result-menu.tsx';
import type { Tile } from './result-tiles.ts';
import { TileMenu, type TilePlace } from './TileMenu.tsx';

type ResultTileProps = TilePlace & {
  store: ImagesStore;
  tile: Extract<Tile, { kind: 'result' }>;
  /** It is on the canvas, or compared. `isBeside`: another one is acted on. */
  isShown: boolean;
  isBeside: boolean;
  /** It is new and has not been shown. */
  isReady: boolean;
  /** It is picture 1. */
  isEdited: boolean;
};

/** The tile of a result. */
export function ResultTile(props: ResultTileProps) {
  const { store, tile, isShown, isBeside, isReady, isEdited, ...place } = props;
  const commons = useCommons();
  const [isPointed, setPointed] = useState(false);
  const { t, locale } = useTranslation();
  const { item, number } = tile;
  const deviation = formatDeviation(item, t);
  // A check that failed or was stopped can be begun again beside the comparison.
  const isChecking = useStore(store, (images) => !images.undone.has(item.id));
  const mark = markOf(item, isChecking, t);
  const label = t('images.resultN', { number });
  const file = useMissingOf(item);
  const shown = shownPicture(
    item,
    useStore(store, (images) => images.missingFiles),
  );
  const entries = resultEntries(commons, store, item, t);
  // The whole mark is in the name and the tooltip: a tile has little room.
  const badge =
    (item.raw.state === 'foreign' ? formatName(item.raw.mime) : mark) ||
    usageBadge(item, t) ||
    formatDifference(item, t);
  return (
    <TileMenu label={t('images.resultActions', { number })} entries={entries} place={place}>
      <button
        type="button"
        className={styles.tile}
        data-tile={tile.id}
        {...faceProps(place.isCurrent)}
        aria-label={withMissing(mark === '' ? label : t('media.labelled', { label, mark }), file, t)}
        aria-pressed={isShown}
        aria-current={isEdited ? 'step' : undefined}
        data-beside={isBeside ? '' : undefined}
        data-new={isReady ? '' : undefined}
        aria-keyshortcuts="Delete"
        title={[tooltipOf(item, shown, t, locale), faultText(item, t), deviation].filter(Boolean).join('\n')}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        draggable
        onDragStart={(event) => {
          // The system drags a file instead of the page's own drag of the picture.
          event.preventDefault();
          void dragItemsOut(commons, [item.id], store.getState().report);
        }}
        onClick={(event) => isPlain(event) && store.getState().present(item.id)}
        onDoubleClick={(event) => isPlain(event) && store.getState().select(item.id)}
      >
        <ResultThumbnail item={item} picture={shown} isClose={isPointed} isHidden={!canShow(item, shown)} />
        {file && (
          <span className={styles.badge} aria-hidden>
            {t(`media.${file.state}`)}
          </span>
        )}
        {file === undefined && badge !== '' && (
          <span className={styles.badge} aria-hidden>
            {badge}
          </span>
        )}
        {isEdited && <EditedMark />}
      </button>
      <StarButton item={item} report={store.getState().report} isInRow className={styles.star} />
    </TileMenu>
  );
}

function isPlain({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return !ctrlKey && !metaKey && !shiftKey;
}

/** The mark of a picture that the relay did not use as a whole; empty for any other. */
function usageBadge({ used }: EditItem, t: Translate): string {
  if (used?.verdict === 'partly') return t('images.badge.partly');
  return used?.verdict === 'notUsed' ? t('images.badge.notUsed') : '';
}

/** The tooltip: prompt, size, format, time. */
function tooltipOf(item: EditItem, shown: Picture, t: Translate, locale: Locale): string {
  const facts = [
    formatPixelSize(shown, t),
    `${formatName(shown.mime)} ${formatFileSize(shown.sizeBytes, t, locale)}`,
    formatDifference(item, t),
    formatTime(item.createdAtMs, locale),
  ];
  return `${item.request.prompt}\n${facts.filter(Boolean).join(t.separators.fact)}`;
}
