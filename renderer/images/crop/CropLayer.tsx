// The picture while it is cropped: all that it is cut from, with the frame over it. Only what is seen is turned here;
// the picture is made once the crop is applied.

import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  drawnFrame,
  type Frame,
  fieldOf,
  type Handle,
  levellingAngle,
  movedFrame,
  type Point,
  ratioOf,
} from '../../../shared/images/cropping.ts';
import { formatSize, type Size } from '../../../shared/images/size.ts';
import { useTranslation } from '../../services.ts';
import { type Cropping, sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import styles from './CropLayer.module.css';
import { type CropView, cropView, cssOf, placeAt } from './crop-view.ts';

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

/** A drag that has begun: of the frame, of one of its sides or corners, or along a horizon. */
type Drag = { from: Point; before: Cropping; view: CropView } & (
  | { kind: 'move' }
  | { kind: 'line' }
  | { kind: 'draw'; handle: Handle }
);

type CropLayerProps = {
  store: ImagesStore;
  cropping: Cropping;
  /** A drag draws a line along a horizon, whatever is held. */
  isLevelling: boolean;
  onLevelled: () => void;
};

/** The picture and the frame. */
export function CropLayer({ store, cropping, isLevelling, onLevelled }: CropLayerProps) {
  const { t } = useTranslation();
  const { base, crop, shape, isSwapped, isBusy } = cropping;
  const picture = sizeOf(base);
  const field = fieldOf(crop, picture);
  const ratio = ratioOf(shape, field.turned, isSwapped);
  const layer = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(layer);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [line, setLine] = useState<readonly [Point, Point] | null>(null);
  const { drawCropFrame, keepCropFrame, setCropFrame, straighten, loseOriginal } = store.getState();
  // While the frame is drawn, the picture stays where it is.
  const view = drag?.view ?? (room === null ? null : cropView(room, crop, picture));

  const isPlaced = view !== null;
  useEffect(() => {
    if (isPlaced) frame.current?.focus({ preventScroll: true });
  }, [isPlaced]);

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = layer.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary || view === null || !(event.target instanceof Element)) return;
    const from = pointOf(event);
    const begun = { from, before: cropping, view };
    const index = event.target.closest('[data-handle]')?.getAttribute('data-handle');
    const handle = index == null ? undefined : HANDLES[Number(index)];
    if (isLevelling || event.ctrlKey || event.metaKey) setDrag({ ...begun, kind: 'line' });
    else if (handle !== undefined) setDrag({ ...begun, kind: 'draw', handle });
    else if (event.target.closest('[data-frame]') !== null) setDrag({ ...begun, kind: 'move' });
    else return;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag === null) return;
    const at = pointOf(event);
    if (drag.kind === 'line') {
      setLine([drag.from, at]);
      return;
    }
    const by = { x: (at.x - drag.from.x) / drag.view.scale, y: (at.y - drag.from.y) / drag.view.scale };
    const { frame: start } = drag.before.crop;
    // Shift keeps the shape of a free frame.
    const kept = event.shiftKey ? (ratio ?? start.width / start.height) : ratio;
    drawCropFrame(
      drag.kind === 'move' ? movedFrame(start, by, field) : drawnFrame(start, drag.handle, by, kept, field),
    );
  };
  const onPointerUp = (event: PointerEvent): void => {
    if (drag === null) return;
    setDrag(null);
    setLine(null);
    if (drag.kind !== 'line') {
      keepCropFrame(drag.before);
      return;
    }
    const [from, to] = [placeAt(drag.from, drag.view), placeAt(pointOf(event), drag.view)];
    const isLong = Math.hypot(to.x - from.x, to.y - from.y) * drag.view.scale >= MIN_LINE_PX;
    if (isLong) straighten(levellingAngle(crop.angle, from, to));
    if (isLong) onLevelled();
  };
  const onPointerCancel = (): void => {
    if (drag !== null && drag.kind !== 'line') drawCropFrame(drag.before.crop.frame);
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
    const next = event.shiftKey ? drawnFrame(crop.frame, handle, by, ratio, field) : movedFrame(crop.frame, by, field);
    setCropFrame(next, event.shiftKey ? 'cropSize' : 'cropPlace');
  };

  const place = `${Math.round(crop.frame.x)}, ${Math.round(crop.frame.y)}`;
  return (
    <section
      ref={layer}
      className={styles.layer}
      aria-label={t('images.crop')}
      aria-busy={isBusy}
      inert={isBusy}
      data-levelling={isLevelling ? '' : undefined}
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
          <div
            ref={frame}
            className={styles.frame}
            style={boxOf(crop.frame, view)}
            data-frame
            data-small={Math.min(crop.frame.width, crop.frame.height) * view.scale < SMALL_PX ? '' : undefined}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: its arrow keys move it
            tabIndex={0}
            role="application"
            aria-label={t('images.cropFrame', { size: formatSize(crop.frame), place })}
            aria-describedby={CROP_KEYS_ID}
            onKeyDown={onKeyDown}
          >
            <div key={crop.angle} className={styles.grid} aria-hidden data-shown={drag !== null ? '' : undefined}>
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
            {drag !== null && drag.kind !== 'line' && (
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

function boxOf({ x, y, width, height }: Frame, { scale, left, top }: CropView) {
  return { left: left + scale * x, top: top + scale * y, width: scale * width, height: scale * height };
}

function cursorOf({ x, y }: Handle): string {
  if (x === 0) return 'ns-resize';
  if (y === 0) return 'ew-resize';
  return x === y ? 'nwse-resize' : 'nesw-resize';
}

/** The size of an element, kept up to date; null before it is known. */
function useRoom(element: { current: HTMLElement | null }): Size | null {
  const [room, setRoom] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => setRoom({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
