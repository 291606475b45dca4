// The picture while it is cropped or extended: all that it is cut from, with the frame over it. Only what is seen is
// turned here; the picture is made once the crop is applied.

import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Frame, type Handle, levellingAngle, type Point } from '../../../shared/images/cropping.ts';
import { formatSize } from '../../../shared/images/size.ts';
import { useTranslation } from '../../services.ts';
import { type Cropping, sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import type { MaskStage } from '../mask/mask-stage.ts';
import styles from './CropLayer.module.css';
import { CropMask } from './CropMask.tsx';
import { type CropView, cssOf, placeAt } from './crop-view.ts';
import { framingOf } from './framing.ts';
import { useCropView } from './use-crop-view.ts';

const HANDLES = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
] as const satisfies readonly Handle[];

/** The right and lower side: what Shift and the arrow keys draw. */
const BY_KEYS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Pixels of a step with an arrow key, and with Ctrl or ⌘ held. */
const STEP_PX = { small: 1, large: 10 } as const;

/** A drag that has begun: of what is seen, of the frame, of one of its sides or corners, or along a horizon. */
type Drag = { from: Point; before: Cropping; view: CropView } & (
  | { kind: 'pan' }
  | { kind: 'move' }
  | { kind: 'line' }
  | { kind: 'draw'; handle: Handle }
);

type CropLayerProps = {
  store: ImagesStore;
  stage: MaskStage;
  cropping: Cropping;
  /** A drag draws a line along a horizon, whatever is held. */
  isLevelling: boolean;
  onLevelled: () => void;
};

/** The picture and the frame. */
export function CropLayer({ store, stage, cropping, isLevelling, onLevelled }: CropLayerProps) {
  const { t } = useTranslation();
  const { kind, base, crop, isBusy } = cropping;
  const isExtending = kind === 'extend';
  const picture = sizeOf(base);
  const framing = framingOf(cropping);
  const layer = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { isWheelZoom } = stage.navigation;
  const seen = useCropView({ layer, shown: framing.covered, isOutward: isExtending, isWheelZoom });
  const [drag, setDrag] = useState<Drag | null>(null);
  const [line, setLine] = useState<readonly [Point, Point] | null>(null);
  const { drawCropFrame, keepCropFrame, setCropFrame, straighten, loseOriginal } = store.getState();
  const view = drag === null || drag.kind === 'pan' ? seen.view : viewWhile(drag, cropping);

  const isPlaced = view !== null;
  useEffect(() => {
    if (isPlaced) frame.current?.focus({ preventScroll: true });
  }, [isPlaced]);

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = layer.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const isPan = event.button === MIDDLE_BUTTON || (event.button === 0 && seen.isSpaceDown);
    if ((event.button !== 0 && !isPan) || !event.isPrimary || view === null || !(event.target instanceof Element))
      return;
    const from = pointOf(event);
    const begun = { from, before: cropping, view };
    const index = event.target.closest('[data-handle]')?.getAttribute('data-handle');
    const handle = index == null ? undefined : HANDLES[Number(index)];
    if (isPan) setDrag({ ...begun, kind: 'pan' });
    else if (!isExtending && (isLevelling || event.ctrlKey || event.metaKey)) setDrag({ ...begun, kind: 'line' });
    else if (handle !== undefined) setDrag({ ...begun, kind: 'draw', handle });
    else if (event.target.closest('[data-frame]') !== null) setDrag({ ...begun, kind: 'move' });
    else return;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag === null) return;
    const at = pointOf(event);
    if (drag.kind === 'pan') seen.move(drag.view, { x: at.x - drag.from.x, y: at.y - drag.from.y });
    if (drag.kind === 'line') setLine([drag.from, at]);
    if (drag.kind !== 'move' && drag.kind !== 'draw') return;
    const by = { x: (at.x - drag.from.x) / drag.view.scale, y: (at.y - drag.from.y) / drag.view.scale };
    const { frame: start } = drag.before.crop;
    // Shift keeps the shape of a free frame.
    const kept = event.shiftKey ? (framing.ratio ?? start.width / start.height) : framing.ratio;
    drawCropFrame(drag.kind === 'move' ? framing.moved(start, by) : framing.drawn(start, drag.handle, by, kept));
  };
  const onPointerUp = (event: PointerEvent): void => {
    if (drag === null) return;
    setDrag(null);
    setLine(null);
    if (drag.kind === 'move' || drag.kind === 'draw') keepCropFrame(drag.before);
    if (drag.kind !== 'line') return;
    const [from, to] = [placeAt(drag.from, drag.view), placeAt(pointOf(event), drag.view)];
    const isLong = Math.hypot(to.x - from.x, to.y - from.y) * drag.view.scale >= MIN_LINE_PX;
    if (isLong) straighten(levellingAngle(crop.angle, from, to));
    if (isLong) onLevelled();
  };
  const onPointerCancel = (): void => {
    if (drag?.kind === 'move' || drag?.kind === 'draw') drawCropFrame(drag.before.crop.frame);
    setDrag(null);
    setLine(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.key in BY_KEYS) || event.altKey) return;
    event.preventDefault();
    const { x, y } = BY_KEYS[event.key as keyof typeof BY_KEYS];
    const step = event.ctrlKey || event.metaKey ? STEP_PX.large : STEP_PX.small;
    const by = { x: x * step, y: y * step };
    const handle: Handle = { x: x === 0 ? 0 : 1, y: y === 0 ? 0 : 1 };
    const next = event.shiftKey ? framing.drawn(crop.frame, handle, by, framing.ratio) : framing.moved(crop.frame, by);
    setCropFrame(next, event.shiftKey ? 'cropSize' : 'cropPlace');
  };

  const at = isExtending ? { x: 0 - crop.frame.x, y: 0 - crop.frame.y } : crop.frame;
  const words = { size: formatSize(crop.frame), place: `${Math.round(at.x)}, ${Math.round(at.y)}` };
  const isFrameDrawn = drag?.kind === 'move' || drag?.kind === 'draw';
  return (
    <section
      ref={layer}
      className={styles.layer}
      aria-label={t(isExtending ? 'images.extend' : 'images.crop')}
      aria-busy={isBusy}
      inert={isBusy}
      data-levelling={isLevelling ? '' : undefined}
      data-panning={seen.isSpaceDown || drag?.kind === 'pan' ? '' : undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {view !== null && (
        <>
          {isExtending && <div className={styles.added} style={boxOf(crop.frame, view)} />}
          <img
            key={base.mediaId}
            className={styles.picture}
            src={`/media/${base.mediaId}`}
            alt=""
            decoding="async"
            draggable={false}
            data-pixels={view.scale * devicePixelRatio >= PIXELS_FROM ? '' : undefined}
            style={{
              width: base.widthPx * view.scale,
              height: base.heightPx * view.scale,
              transform: cssOf(crop, picture, view),
            }}
            onError={loseOriginal}
          />
          <CropMask stage={stage} cropping={cropping} view={view} />
          <div
            ref={frame}
            className={styles.frame}
            style={boxOf(crop.frame, view)}
            data-frame
            data-small={Math.min(crop.frame.width, crop.frame.height) * view.scale < SMALL_PX ? '' : undefined}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: its arrow keys move it
            tabIndex={0}
            role="application"
            aria-label={isExtending ? t('images.extendFrame', words) : t('images.cropFrame', words)}
            aria-describedby={CROP_KEYS_ID}
            onKeyDown={onKeyDown}
          >
            <div key={crop.angle} className={styles.grid} aria-hidden data-shown={isFrameDrawn ? '' : undefined}>
              <i />
              <i />
              <i />
              <i />
            </div>
            {HANDLES.map((handle, index) => (
              <span
                key={`${handle.x} ${handle.y}`}
                className={styles.handle}
                data-handle={index}
                data-side={handle.y === 0 ? 'down' : handle.x === 0 ? 'across' : undefined}
                style={
                  {
                    '--x': handle.x,
                    '--y': handle.y,
                    left: `${50 + 50 * handle.x}%`,
                    top: `${50 + 50 * handle.y}%`,
                    cursor: isLevelling ? undefined : cursorOf(handle),
                  } as CSSProperties
                }
              />
            ))}
            {isFrameDrawn && (
              <span className={styles.size} aria-hidden>
                {formatSize(crop.frame)}
              </span>
            )}
          </div>
          {line !== null && (
            <svg className={styles.line} aria-hidden>
              <line x1={line[0].x} y1={line[0].y} x2={line[1].x} y2={line[1].y} />
            </svg>
          )}
        </>
      )}
    </section>
  );
}

/** Id of the text that describes the keys. */
export const CROP_KEYS_ID = 'crop-keys';
/** A shorter line along a horizon is a click. */
const MIN_LINE_PX = 8;
/** The handles of a frame that is smaller on the screen stand outside of it, so that it can be moved. */
const SMALL_PX = 72;
/** From this many pixels of the screen on, those of the picture are seen as squares. */
const PIXELS_FROM = 4;

const MIDDLE_BUTTON = 1;

/** While the frame is drawn, the picture stays where it is; while that is moved in its frame, the frame stays. */
function viewWhile({ kind, view, before }: Drag, { kind: of, crop: { frame } }: Cropping): CropView {
  if (kind !== 'move' || of === 'crop') return view;
  const { x, y } = before.crop.frame;
  return { ...view, left: view.left + view.scale * (x - frame.x), top: view.top + view.scale * (y - frame.y) };
}

function boxOf({ x, y, width, height }: Frame, { scale, left, top }: CropView) {
  return { left: left + scale * x, top: top + scale * y, width: scale * width, height: scale * height };
}

function cursorOf({ x, y }: Handle): string {
  if (x === 0) return 'ns-resize';
  if (y === 0) return 'ew-resize';
  return x === y ? 'nwse-resize' : 'nesw-resize';
}
