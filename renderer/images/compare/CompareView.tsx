// Shows the pictures before and after an edit, one over the other: with a divider, with the original while a key or
// button is held, or with the difference. Works with the keyboard too.

import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import type { Size } from '../../../shared/images/size.ts';
import { MissingNotices } from '../../items/MissingFile.tsx';
import { PictureFault } from '../../items/PictureFault.tsx';
import { canShow } from '../../items/picture-text.ts';
import { shownPicture } from '../../items/versions.ts';
import { useTranslation } from '../../services.ts';
import { classNames } from '../../ui/class-names.ts';
import { sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import { comparedWithId, isRawShown } from '../middle.ts';
import pane from '../pane.module.css';
import { UnchangedNotice } from '../results/UnchangedNotice.tsx';
import { unchangedState } from '../results/unchanged.ts';
import { CompareLine } from './CompareLine.tsx';
import styles from './CompareView.module.css';
import type { LaidPair, LaidPicture } from './compare-drawing.ts';
import { type CompareMode, placeReply, WHOLE_FRAME } from './compare-geometry.ts';
import type { CompareStage } from './compare-stage.ts';
import { DifferenceLine, DifferencePicture } from './DifferencePicture.tsx';
import { maskCentre } from './mask-centre.ts';
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

/** The comparison of a result with its source. */
export function CompareView({ store, stage, item, mode }: CompareViewProps) {
  const { t } = useTranslation();
  const isRawWanted = useStore(store, ({ middle }) => isRawShown(middle, item.id));
  const [natural, setNatural] = useState<(Size & { mediaId: string }) | null>(null);
  const surface = useRef<HTMLDivElement>(null);
  const sourceId = item.request.pictures[0]?.mediaId ?? null;
  const missingFiles = useStore(store, (images) => images.missingFiles);
  const other = useStore(store, ({ results, middle }) => results.find(({ id }) => id === comparedWithId(middle)));
  const names = useSideNames(store, item);
  const shown = shownPicture(item, missingFiles, isRawWanted);
  // A protected picture has the size of its source, so its size is used until the source is decoded.
  const made = item.protected?.picture ?? item.raw;
  const known = made.widthPx > 0 && made.heightPx > 0 ? sizeOf(made) : UNKNOWN_SIZE;
  const frame = natural !== null && natural.mediaId === sourceId ? natural : known;
  const { width: frameWidth, height: frameHeight } = frame;
  const isRaw = shown === item.raw;
  const difference = useDifference(store, item, shown, mode === 'difference');
  const drawn = mode === 'difference' && typeof difference.state === 'object' ? difference.state : null;
  const drawing = drawn?.blob ?? null;
  useEffect(() => (surface.current === null ? undefined : stage.mount(surface.current)), [stage]);
  useEffect(
    () => stage.show(sourceId ?? item.id, { width: frameWidth, height: frameHeight }),
    [stage, sourceId, item.id, frameWidth, frameHeight],
  );
  const otherShown = other === undefined ? null : shownPicture(other, missingFiles);
  const pair = useMemo((): LaidPair => {
    const size = { width: frameWidth, height: frameHeight };
    const source = sourceId === null ? null : { url: `/media/${sourceId}`, place: WHOLE_FRAME };
    const before = other === undefined || otherShown === null ? source : laidResult(other, otherShown, size);
    return { before, after: laidResult(item, shown, size) };
  }, [sourceId, other, otherShown, item, shown, frameWidth, frameHeight]);
  useEffect(() => stage.lay(pair), [stage, pair]);
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
  const onKeyDown = (event: KeyboardEvent): void => {
    const [x, y] = ARROWS[event.key] ?? [0, 0];
    if (!event.shiftKey || (x === 0 && y === 0)) return;
    event.preventDefault();
    stage.pan(-x, -y);
  };
  return (
    <section className={pane.view} aria-label={t('images.comparison')}>
      <MissingNotices files={neededFiles(item, shown)} />
      <PictureFault item={item} report={store.getState().report} />
      <UsageNotice store={store} item={item} />
      {unchangedState(item) !== null && (
        <div className={styles.unchanged}>
          <UnchangedNotice item={item} />
        </div>
      )}
      <div className={pane.surround}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the controls inside have the roles; their key events bubble up to this handler. */}
        <div
          ref={surface}
          className={styles.surface}
          data-mode={mode}
          data-drawn={drawn === null ? undefined : ''}
          onKeyDown={onKeyDown}
          onMouseDown={keepFocus}
        >
          <div className={styles.frame} style={{ width: frameWidth, height: frameHeight }}>
            {other !== undefined && pair.before !== null && (
              <LaidImage laid={pair.before} className={styles.before} alt={names.before} />
            )}
            {other === undefined && sourceId !== null && (
              <img
                className={classNames(styles.picture, styles.onCanvas, styles.before)}
                src={`/media/${sourceId}`}
                alt={names.before}
                decoding="async"
                draggable={false}
                onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                  setNatural({ mediaId: sourceId, width: naturalWidth, height: naturalHeight })
                }
              />
            )}
            <div className={styles.after}>
              {pair.after !== null && <LaidImage laid={pair.after} alt={names.after} />}
            </div>
            {drawn !== null && <DifferencePicture drawn={drawn} item={item} isRaw={isRaw} />}
          </div>
          {mode === 'slider' && <Divider stage={stage} />}
          {mode === 'hold' && <Holder stage={stage} />}
          {mode !== 'difference' && <Sides stage={stage} names={names} isHeldOnly={mode === 'hold'} />}
          {mode === 'difference' && <Panner />}
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

/** A result in its place over the source; null if nothing of it can be shown. */
function laidResult(item: EditItem, shown: Picture, frame: Size): LaidPicture | null {
  if (!canShow(item, shown)) return null;
  const place = shown === item.raw ? placeReply(frame, item.request.options.size, sizeOf(item.raw)) : WHOLE_FRAME;
  return { url: `/media/${shown.mediaId}`, place };
}

type LaidImageProps = { laid: LaidPicture; alt: string; className?: string | undefined };

/** A result for assistive technology, and for the browser to show where the stage cannot. */
function LaidImage({ laid: { url, place }, alt, className }: LaidImageProps) {
  const { left, top, width, height } = place;
  return (
    <img
      className={classNames(styles.picture, styles.onCanvas, className)}
      src={url}
      alt={alt}
      decoding="async"
      draggable={false}
      style={{ transform: `translate(${left * 100}%, ${top * 100}%) scale(${width}, ${height})` }}
    />
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

/** A focusable element for the keys that move the picture. */
function Panner() {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: no HTML element represents a picture that is moved by keys.
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with Shift and the arrow keys.
      tabIndex={0}
      className={styles.control}
      aria-label={t('images.differenceArea')}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown"
    />
  );
}
