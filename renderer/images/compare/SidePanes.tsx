// Pictures side by side, in one view: the source and its result, or several results, of which one is acted on. A click or
// the arrow keys choose that one; a double click or Enter shows a picture alone on the canvas.

import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactEventHandler,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Size } from '../../../shared/images/size.ts';
import { trashItems } from '../../items/item-actions.ts';
import { keepRows } from '../../items/keeping/keep-rows.ts';
import { MissingNotices, useMissingOf, withMissing } from '../../items/MissingFile.tsx';
import { PictureFault } from '../../items/PictureFault.tsx';
import { markOf } from '../../items/picture-text.ts';
import { shownPicture } from '../../items/versions.ts';
import { faceProps, useRows } from '../../lists/use-rows.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { classNames } from '../../ui/class-names.ts';
import type { ImagesStore } from '../images-store.ts';
import compare from './CompareView.module.css';
import type { LaidPair } from './compare-drawing.ts';
import type { PaneHandlers } from './compare-input.ts';
import type { CompareStage } from './compare-stage.ts';
import { LaidImage } from './LaidImage.tsx';
import { Panner } from './Panner.tsx';
import styles from './SidePanes.module.css';
import type { SideNames } from './use-side-names.ts';

type PanesProps = {
  store: ImagesStore;
  stage: CompareStage;
  /** What is in each pane, as `after`. */
  pairs: readonly LaidPair[];
  frame: Size;
};

type SourcePanesProps = PanesProps & {
  item: EditItem;
  names: SideNames;
  onSourceLoad: ReactEventHandler<HTMLImageElement>;
};

/** The source and its result. */
export function SourcePanes({ store, stage, item, names, pairs, frame, onSourceLoad }: SourcePanesProps) {
  const { t } = useTranslation();
  const [source, result] = pairs;
  usePaneClicks(stage, {
    choose: () => undefined,
    open: (index) => {
      const { pictures, present, returnToMask } = store.getState();
      if (index === 1) present(item.id);
      // An earlier source is not on the canvas.
      else if (pictures[0]?.mediaId === item.request.pictures[0]?.mediaId) returnToMask();
    },
  });
  return (
    <>
      <div className={styles.panes} style={useColumns(stage)}>
        <div className={styles.pane}>
          <PanePicture laid={source?.after} frame={frame} name={names.before} onLoad={onSourceLoad} />
        </div>
        <div className={styles.pane}>
          <PanePicture laid={result?.after} frame={frame} name={names.after} />
        </div>
      </div>
      <Panner label={t('images.compareSide')} />
    </>
  );
}

type ResultPanesProps = PanesProps & {
  items: readonly EditItem[];
  /** The one that is acted on. */
  chosenId: string;
};

/** Several results. */
export function ResultPanes({ store, stage, items, chosenId, pairs, frame }: ResultPanesProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const { columns } = useSyncExternalStore(stage.subscribe, stage.viewState);
  const { chooseCompared, present, report } = store.getState();
  const chosenIndex = items.findIndex(({ id }) => id === chosenId);
  const at = (index: number): EditItem[] => items.slice(index, index + 1);
  const rows = useRows(list, {
    count: items.length,
    currentIndex: chosenIndex,
    onCurrent: (index) => {
      for (const { id } of at(index)) chooseCompared(id);
    },
    layout: { kind: 'grid', columns },
    remove: (index) => void trashItems(commons, at(index)).then(report),
    // Digits zoom.
    star: keepRows(commons, report, (index) => ({
      first: items[index],
      ids: async () => at(index).map(({ id }) => id),
    })).star,
  });
  const open = (index: number): void => {
    for (const { id } of at(index)) present(id);
  };
  usePaneClicks(stage, { choose: rows.focus, open });
  const focusChosen = useEffectEvent(() => rows.focus(chosenIndex));
  // Keys work at once, also where those that were chosen had the focus before.
  useEffect(() => {
    if (document.activeElement === document.body) focusChosen();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // The arrow keys move the pictures instead.
    if (!event.shiftKey) rows.listProps.onKeyDown(event);
  };
  const onFaceKeyDown = (event: KeyboardEvent, index: number): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(index);
  };
  return (
    <ul
      ref={list}
      className={styles.panes}
      style={useColumns(stage)}
      aria-label={t('images.compareSide')}
      {...rows.listProps}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        <ResultPane
          key={item.id}
          store={store}
          item={item}
          index={index}
          isChosen={item.id === chosenId}
          laid={pairs[index]?.after}
          frame={frame}
          onKeyDown={(event) => onFaceKeyDown(event, index)}
        />
      ))}
    </ul>
  );
}

type ResultPaneProps = {
  store: ImagesStore;
  item: EditItem;
  index: number;
  isChosen: boolean;
  laid: LaidPair['after'] | undefined;
  frame: Size;
  onKeyDown: (event: KeyboardEvent) => void;
};

function ResultPane({ store, item, index, isChosen, laid, frame, onKeyDown }: ResultPaneProps) {
  const { t } = useTranslation();
  const number = useStore(store, ({ results }) => results.findIndex(({ id }) => id === item.id) + 1);
  const file = useMissingOf(item);
  const mark = item.raw.state === 'unchecked' ? '' : markOf(item, false, t);
  const label = t('images.resultN', { number });
  const name = withMissing(mark === '' ? label : t('media.labelled', { label, mark }), file, t);
  return (
    <li className={styles.pane} data-row={index}>
      <PanePicture laid={laid} frame={frame} name={name} />
      <button
        type="button"
        className={classNames(compare.control, styles.face)}
        {...faceProps(isChosen)}
        aria-label={name}
        aria-pressed={isChosen}
        aria-keyshortcuts="Enter Delete"
        onKeyDown={onKeyDown}
      />
    </li>
  );
}

type PanePictureProps = {
  laid: LaidPair['after'] | undefined;
  frame: Size;
  name: string;
  onLoad?: ReactEventHandler<HTMLImageElement>;
};

function PanePicture({ laid, frame, name, onLoad }: PanePictureProps) {
  return (
    <>
      <div className={compare.frame} style={frame}>
        <div className={compare.after}>
          {laid && <LaidImage laid={laid} alt={name} onLoad={onLoad} />}
          {!laid && <div role="img" aria-label={name} className={compare.picture} />}
        </div>
      </div>
      <span className={classNames(compare.side, styles.name)} aria-hidden>
        {name}
      </span>
    </>
  );
}

type PaneNoticesProps = Pick<PanesProps, 'store' | 'stage'> & { items: readonly EditItem[]; isRawWanted: boolean };

/**
 * What is wrong with the files of the results, each in its pane, so that no pane moves when another one is chosen. It
 * lies beside the surface, which takes every press on it.
 */
export function PaneNotices({ store, stage, items, isRawWanted }: PaneNoticesProps) {
  const missingFiles = useStore(store, (images) => images.missingFiles);
  const { columns } = useSyncExternalStore(stage.subscribe, stage.viewState);
  return (
    <div className={styles.notices} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {items.map((item) => {
        const { mediaId } = shownPicture(item, missingFiles, isRawWanted);
        const role = mediaId === item.raw.mediaId ? ('raw' as const) : ('protected' as const);
        return (
          <div key={item.id} className={styles.notice}>
            <MissingNotices files={[{ role, mediaId }]} />
            <PictureFault item={item} report={store.getState().report} />
          </div>
        );
      })}
    </div>
  );
}

/** As many panes in a row as the stage draws, of the same size. */
function useColumns(stage: CompareStage): CSSProperties {
  const { columns } = useSyncExternalStore(stage.subscribe, stage.viewState);
  return { gridTemplateColumns: `repeat(${columns}, var(--pane-width, 50%))` };
}

function usePaneClicks(stage: CompareStage, handlers: PaneHandlers) {
  const onChoose = useEffectEvent(handlers.choose);
  const onOpen = useEffectEvent(handlers.open);
  useEffect(() => {
    stage.bindPanes({ choose: (index) => onChoose(index), open: (index) => onOpen(index) });
    return () => stage.bindPanes(null);
  }, [stage]);
}
