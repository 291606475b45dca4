// The *Extend picture* button and its panel: the shape of the frame, where the picture lies in it, and what fills the rest.

import { Fullscreen } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { useStore } from 'zustand';
import {
  BORDER_FILLS,
  type BorderFill,
  FRAME_SHAPES,
  type FrameShape,
  frameOfShape,
  frameProblem,
  marginsFor,
  type Placement,
} from '../../../shared/images/extending.ts';
import { IMPORT_LIMITS } from '../../../shared/images/limits.ts';
import { formatSize, type Size } from '../../../shared/images/size.ts';
import { useCommand, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import field from '../../ui/field.module.css';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { sizeOf, type TrayPicture } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import styles from './ExtendPopover.module.css';

type ExtendPopoverProps = {
  store: ImagesStore;
  /** The picture on the canvas; undefined while there is none that can be extended. */
  picture: TrayPicture | undefined;
};

/** The button and its panel. */
export function ExtendPopover({ store, picture }: ExtendPopoverProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useCommand('images.extend', () => setOpen(picture !== undefined));
  return (
    <Popover
      label={t('images.extend')}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          label={t('images.extend')}
          icon={<Fullscreen size={16} aria-hidden />}
          disabled={picture === undefined}
        />
      }
    >
      {picture !== undefined && <ExtendPanel store={store} picture={picture} onDone={() => setOpen(false)} />}
    </Popover>
  );
}

type Shape = FrameShape | 'custom';
const CENTRE = 0.5;
const PLACES = { start: 0, centre: CENTRE, end: 1 } as const;
type Place = keyof typeof PLACES;

type ExtendPanelProps = { store: ImagesStore; picture: TrayPicture; onDone: () => void };

function ExtendPanel({ store, picture, onDone }: ExtendPanelProps) {
  const { t } = useTranslation();
  const size = sizeOf(picture);
  const grows = (one: FrameShape): boolean => frameProblem(size, frameOfShape(size, one)) === null;
  const [shape, setShape] = useState<Shape>(() => {
    const widest = size.width >= size.height ? '16:9' : '9:16';
    return grows(widest) ? widest : (FRAME_SHAPES.find(grows) ?? 'custom');
  });
  const [typed, setTyped] = useState<Size>(size);
  const [placement, setPlacement] = useState<Placement>({ x: CENTRE, y: CENTRE });
  const [fill, setFill] = useState<BorderFill>('mirrored');
  const [isBusy, setBusy] = useState(false);
  const isReplacing = useStore(store, (images) => images.isReplacing);
  const frame = shape === 'custom' ? typed : frameOfShape(size, shape);
  const problem = frameProblem(size, frame);
  const extend = async (): Promise<void> => {
    setBusy(true);
    const step = await store.getState().extend(marginsFor(size, frame, placement), fill);
    setBusy(false);
    if (step !== null) onDone();
  };
  return (
    <div className={styles.panel} aria-busy={isBusy}>
      <Preview picture={picture} size={size} frame={frame} placement={placement} onPlace={setPlacement} />
      <Segmented
        label={t('images.extendShape')}
        value={shape}
        options={[
          ...FRAME_SHAPES.map((value) => ({ value, label: value, isDisabled: !grows(value) })),
          { value: 'custom', label: t('images.extendCustom') },
        ]}
        onChange={setShape}
      />
      {shape === 'custom' && (
        <div className={styles.sides}>
          {(['width', 'height'] as const).map((side) => (
            <NumberField
              key={side}
              label={t(`images.${side}`)}
              value={typed[side]}
              min={size[side]}
              max={IMPORT_LIMITS.maxSidePx}
              step={1}
              decimals={0}
              start={size[side]}
              onChange={(value) => value !== null && setTyped({ ...typed, [side]: value })}
            />
          ))}
        </div>
      )}
      {(['x', 'y'] as const).map(
        (axis) =>
          isGrown(size, frame, axis) && (
            <div key={axis} className={field.row}>
              <span aria-hidden className={field.label}>
                {t('images.extendPosition')}
              </span>
              <Segmented
                label={t('images.extendPosition')}
                value={placeOf(placement[axis])}
                options={placesOf(axis).map(([value, name]) => ({ value, label: t(`images.extendAt.${name}`) }))}
                onChange={(place) => setPlacement({ ...placement, [axis]: PLACES[place] })}
              />
            </div>
          ),
      )}
      <Select
        label={t('images.extendFill')}
        hint={t('images.extendFillHint')}
        value={fill}
        options={BORDER_FILLS.map((value) => ({ value, label: t(`images.extendFill.${value}`) }))}
        onChange={setFill}
      />
      <p className={styles.note} role={problem === null ? undefined : 'note'}>
        {problem === null
          ? t('images.extendHint')
          : t(problem === 'tooLarge' ? 'images.extendTooLarge' : 'images.extendSame')}
      </p>
      <div className={styles.foot}>
        <span>{formatSize(frame)}</span>
        <Button isBusy={isBusy} disabled={problem !== null || isReplacing} onClick={() => void extend()}>
          {t('images.extendApply')}
        </Button>
      </div>
    </div>
  );
}

type PreviewProps = {
  picture: TrayPicture;
  size: Size;
  frame: Size;
  placement: Placement;
  onPlace: (placement: Placement) => void;
};

/** The frame with the picture in it, which can be dragged. From the keyboard it is placed by the buttons below. */
function Preview({ picture, size, frame, placement, onPlace }: PreviewProps) {
  const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;
  const { left, top } = marginsFor(size, frame, placement);
  const onPointerMove = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLDivElement>): void => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if ((buttons & 1) === 0 || box === undefined) return;
    const moved = (at: number, by: number, pagePx: number, whole: number, part: number): number =>
      whole === part ? at : Math.min(1, Math.max(0, at + (by * whole) / pagePx / (whole - part)));
    onPlace({
      x: moved(placement.x, movementX, box.width, frame.width, size.width),
      y: moved(placement.y, movementY, box.height, frame.height, size.height),
    });
  };
  return (
    <div className={styles.preview} aria-hidden>
      <div className={styles.frame} style={{ aspectRatio: `${frame.width} / ${frame.height}` }}>
        <div
          className={styles.picture}
          style={{
            left: share(left, frame.width),
            top: share(top, frame.height),
            width: share(size.width, frame.width),
            height: share(size.height, frame.height),
          }}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={onPointerMove}
        >
          <img src={`/media/${picture.mediaId}`} alt="" decoding="async" draggable={false} />
        </div>
      </div>
    </div>
  );
}

function isGrown(size: Size, frame: Size, axis: keyof Placement): boolean {
  return axis === 'x' ? frame.width > size.width : frame.height > size.height;
}

/** The names of the places along an axis. */
function placesOf(axis: keyof Placement) {
  return axis === 'x'
    ? ([
        ['start', 'left'],
        ['centre', 'centre'],
        ['end', 'right'],
      ] as const)
    : ([
        ['start', 'top'],
        ['centre', 'centre'],
        ['end', 'bottom'],
      ] as const);
}

/** The named place; the nearest of one that was dragged to. */
function placeOf(at: number): Place {
  return at < 1 / 3 ? 'start' : at > 2 / 3 ? 'end' : 'centre';
}
