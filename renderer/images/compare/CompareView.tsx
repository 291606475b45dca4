// Shows the pictures before and after an edit, one over the other (with a divider, with the original while a key or
// button is held, or with the difference) or side by side, and several results likewise. Works with the keyboard too.

import {
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import type { Size } from '../../../shared/images/size.ts';
import { MissingNotices } from '../../items/MissingFile.tsx';
import { PictureFault } from '../../items/PictureFault.tsx';
import { shownPicture } from '../../items/versions.ts';
import { useTranslation } from '../../services.ts';
import { sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import { comparedIds, comparedWithId, isRawShown } from '../middle.ts';
import pane from '../pane.module.css';
import { UnchangedNotice } from '../results/UnchangedNotice.tsx';
import { unchangedState } from '../results/unchanged.ts';
import { CompareLine } from './CompareLine.tsx';
import styles from './CompareView.module.css';
import type { LaidPair } from './compare-drawing.ts';
import { type CompareMode, WHOLE_FRAME } from './compare-geometry.ts';
import type { CompareStage } from './compare-stage.ts';
import { DifferenceLine, DifferencePicture } from './DifferencePicture.tsx';
import { LaidImage } from './LaidImage.tsx';
import { laidResult } from './laid-result.ts';
import { maskCentre } from './mask-centre.ts';
import { Panner } from './Panner.tsx';
import { PaneNotices, ResultPanes, SourcePanes } from './SidePanes.tsx';
import { UsageNotice } from './UsageNotice.tsx';
import { useDifference } from './use-difference.ts';
import { type SideNames, useSideNames } from './use-side-names.ts';

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The frame of a result without a stored source whose file does not say its size. */
const UNKNOWN_SIZE: Size = { width: 1024, height: 1024 };

type CompareViewProps = { store: ImagesStore; stage: CompareStage; item: EditItem; mode: CompareMode };

/**
 * The comparison of results. One is compared with its source; several with each other and without it, because what
 * they differ in is to be seen, and each can be compared with it alone. `item` is the one that is acted on.
 */
export function CompareView({ store, stage, item, mode }: CompareViewProps) {
  const { t } = useTranslation();
  const isRawWanted = useStore(store, ({ middle }) => isRawShown(middle, item.id));
  const [natural, setNatural] = useState<(Size & { mediaId: string }) | null>(null);
  const surface = useRef<HTMLDivElement>(null);
  const missingFiles = useStore(store, (images) => images.missingFiles);
  const other = useStore(store, ({ results, middle }) => results.find(({ id }) => id === comparedWithId(middle)));
  const several = useStore(
    store,
    useShallow(({ results, middle }) => comparedIds(middle).flatMap((id) => results.filter((one) => one.id === id))),
  );
  const names = useSideNames(store, item);
  const shown = shownPicture(item, missingFiles, isRawWanted);
  // The frame is that of the first, so that it stays when another one is acted on.
  const first = several[0] ?? item;
  const sourceId = first.request.pictures[0]?.mediaId ?? null;
  const known = useStore(store, ({ pictures, chain }) =>
    [...pictures, ...chain].find(({ mediaId }) => mediaId === sourceId),
  );
  // A protected picture has the size of its source, so its size is used until the source is decoded.
  const sized = known ?? first.protected?.picture ?? first.raw;
  const probable = sized.widthPx > 0 && sized.heightPx > 0 ? sizeOf(sized) : UNKNOWN_SIZE;
  const frame = natural !== null && natural.mediaId === sourceId ? natural : probable;
  const { width: frameWidth, height: frameHeight } = frame;
  const arePanes = mode === 'side' && several.length > 1;
  const isRaw = shown === item.raw;
  const difference = useDifference(store, item, shown, mode === 'difference');
  const drawn = mode === 'difference' && typeof difference.state === 'object' ? difference.state : null;
  const drawing = drawn?.blob ?? null;
  // Before the first paint, or that would show the pictures outside the kept view.
  useLayoutEffect(() => (surface.current === null ? undefined : stage.mount(surface.current)), [stage]);
  useEffect(
    () => stage.show(sourceId ?? first.id, { width: frameWidth, height: frameHeight }),
    [stage, sourceId, first.id, frameWidth, frameHeight],
  );
  const pairs = useMemo((): readonly LaidPair[] => {
    const size = { width: frameWidth, height: frameHeight };
    const laid = (one: EditItem) => laidResult(one, shownPicture(one, missingFiles, isRawWanted), size, missingFiles);
    const isSourceThere = sourceId !== null && !missingFiles.has(sourceId);
    const source = isSourceThere ? { url: `/media/${sourceId}`, place: WHOLE_FRAME } : null;
    const alone = (after: LaidPair['after']): LaidPair => ({ before: null, after });
    if (mode !== 'side') return [{ before: other === undefined ? source : laid(other), after: laid(item) }];
    return several.length > 1 ? several.map((one) => alone(laid(one))) : [alone(source), alone(laid(item))];
  }, [mode, several, sourceId, other, item, isRawWanted, missingFiles, frameWidth, frameHeight]);
  useEffect(() => stage.lay(pairs), [stage, pairs]);
  const [pair] = pairs;
  const coverageId = item.request.mask?.coverageMediaId ?? null;
  useEffect(() => {
    const find = async () => (coverageId === null ? null : maskCentre(coverageId));
    void stage.startAt(coverageId ?? sourceId ?? item.id, find);
  }, [stage, coverageId, sourceId, item.id]);
  useEffect(() => {
    stage.cover(drawing);
    return () => stage.cover(null);
  }, [stage, drawing]);
  useEffect(() => stage.setMode(mode), [stage, mode]);
  const onSourceLoad = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>): void => {
    if (sourceId !== null) setNatural({ mediaId: sourceId, width: naturalWidth, height: naturalHeight });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const [x, y] = ARROWS[event.key] ?? [0, 0];
    if (!event.shiftKey || (x === 0 && y === 0)) return;
    event.preventDefault();
    stage.pan(-x, -y);
  };
  return (
    <section className={pane.view} aria-label={t('images.comparison')}>
      {!arePanes && <Notices store={store} item={item} shown={shown} />}
      <div className={pane.surround}>
        <div className={styles.whole}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the controls inside have the roles; their key events bubble up to this handler. */}
          <div
            ref={surface}
            className={styles.surface}
            data-mode={mode}
            data-drawn={drawn === null ? undefined : ''}
            onKeyDown={onKeyDown}
            onMouseDown={keepFocus}
          >
            {arePanes && (
              <ResultPanes store={store} stage={stage} items={several} chosenId={item.id} pairs={pairs} frame={frame} />
            )}
            {mode === 'side' && !arePanes && (
              <SourcePanes
                store={store}
                stage={stage}
                item={item}
                names={names}
                pairs={pairs}
                frame={frame}
                onSourceLoad={onSourceLoad}
              />
            )}
            {mode !== 'side' && (
              <div className={styles.frame} style={{ width: frameWidth, height: frameHeight }}>
                {pair?.before && (
                  <LaidImage
                    laid={pair.before}
                    className={styles.before}
                    alt={names.before}
                    onLoad={other === undefined ? onSourceLoad : undefined}
                  />
                )}
                <div className={styles.after}>{pair?.after && <LaidImage laid={pair.after} alt={names.after} />}</div>
                {drawn !== null && <DifferencePicture drawn={drawn} item={item} isRaw={isRaw} />}
              </div>
            )}
            {mode === 'slider' && <Divider stage={stage} />}
            {mode === 'hold' && <Holder stage={stage} />}
            {(mode === 'slider' || mode === 'hold') && (
              <Sides stage={stage} names={names} isHeldOnly={mode === 'hold'} />
            )}
            {mode === 'difference' && <Panner label={t('images.differenceArea')} />}
          </div>
          {arePanes && <PaneNotices store={store} stage={stage} items={several} isRawWanted={isRawWanted} />}
        </div>
      </div>
      <CompareLine
        store={store}
        stage={stage}
        item={item}
        measures={
          mode === 'difference' ? (
            <DifferenceLine
              state={difference.state}
              item={item}
              isRaw={isRaw}
              onAgain={difference.again}
              className={styles.measures}
            />
          ) : undefined
        }
      />
    </section>
  );
}

/** What is to be said about the one result that is compared, or acted on. */
function Notices({ store, item, shown }: { store: ImagesStore; item: EditItem; shown: Picture }) {
  return (
    <>
      <MissingNotices files={neededFiles(item, shown)} />
      <PictureFault item={item} report={store.getState().report} />
      <UsageNotice store={store} item={item} />
      {unchangedState(item) !== null && (
        <div className={styles.unchanged}>
          <UnchangedNotice item={item} />
        </div>
      )}
    </>
  );
}

/** The files of a comparison: the picture that is shown, and the one that was edited. */
function neededFiles(item: EditItem, shown: Picture) {
  const role = shown === item.raw ? ('raw' as const) : ('protected' as const);
  const sourceId = item.request.pictures[0]?.mediaId;
  const files = [{ role, mediaId: shown.mediaId }];
  return sourceId === undefined ? files : [...files, { role: 'source' as const, mediaId: sourceId }];
}

/** The stage sets the focus; without this the browser would then move it away. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

type SidesProps = { stage: CompareStage; names: SideNames; isHeldOnly: boolean };

/** Which picture is where; with `isHeldOnly` only the one that is seen is named. */
function Sides({ stage, names, isHeldOnly }: SidesProps) {
  const { isHeld } = useSyncExternalStore(stage.subscribe, stage.viewState);
  return (
    <>
      {(!isHeldOnly || isHeld) && <span className={styles.side}>{names.before}</span>}
      {(!isHeldOnly || !isHeld) && (
        <span className={styles.side} data-after="">
          {names.after}
        </span>
      )}
    </>
  );
}

/** The divider between before and after; the stage handles its pointer events. */
function Divider({ stage }: { stage: CompareStage }) {
  const { t } = useTranslation();
  return (
    <>
      <input
        ref={stage.bindSlider}
        type="range"
        className={styles.control}
        aria-label={t('images.comparePosition')}
        min={0}
        max={100}
        step="any"
        defaultValue={50}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
          if (step === 0 || event.shiftKey) return;
          event.preventDefault();
          stage.stepDivider(step);
        }}
        onChange={(event) => stage.setDivider(event.target.valueAsNumber / 100)}
      />
      <span className={styles.divider} aria-hidden />
    </>
  );
}

function Holder({ stage }: { stage: CompareStage }) {
  const { t } = useTranslation();
  const { isHeld } = useSyncExternalStore(stage.subscribe, stage.viewState);
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={t('images.holdToSee')}
      aria-pressed={isHeld}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        stage.hold(true);
      }}
      onKeyUp={() => stage.hold(false)}
      onBlur={() => stage.hold(false)}
    />
  );
}
