// Numeric fields for an exact shape, also for people who paint without a mouse.

import { useState } from 'react';
import { useStore } from 'zustand';
import type { PlainMessageKey } from '../../../shared/i18n/messages.ts';
import type { Box as Corners } from '../../engines/mask/painting/shapes.ts';
import type { Point } from '../../engines/mask/view/view.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import field from '../../ui/field.module.css';
import { NumberField } from '../../ui/NumberField.tsx';
import { Popover } from '../../ui/Popover.tsx';
import type { ImagesStore } from '../images-store.ts';
import type { MaskStage } from './mask-stage.ts';
import styles from './ToolBar.module.css';

type ExactShapeProps = {
  store: ImagesStore;
  stage: MaskStage;
  label: PlainMessageKey;
  outline: (corners: Corners) => Point[];
};
type Box = { x: number; y: number; width: number; height: number };

/** The fields, in pixels of the picture; initially the middle half of it. */
export function ExactShape({ store, stage, label, outline }: ExactShapeProps) {
  const { t } = useTranslation();
  const picture = useStore(store, (images) => images.pictures[0]);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<Partial<Box>>({});
  if (picture === undefined) return null;
  const { widthPx, heightPx } = picture;
  const box: Box = {
    x: Math.round(widthPx / 4),
    y: Math.round(heightPx / 4),
    width: Math.round(widthPx / 2),
    height: Math.round(heightPx / 2),
    ...typed,
  };
  const cover = (mode: 'paint' | 'erase'): void => {
    const corners = { from: { x: box.x, y: box.y }, to: { x: box.x + box.width, y: box.y + box.height } };
    stage.apply({ type: 'shape', outline: outline(corners), mode });
  };
  const fields = [
    { name: 'x', label: t('images.left'), min: 0, max: widthPx },
    { name: 'y', label: t('images.top'), min: 0, max: heightPx },
    { name: 'width', label: t('images.width'), min: 1, max: widthPx },
    { name: 'height', label: t('images.height'), min: 1, max: heightPx },
  ] as const;
  return (
    <Popover
      label={t('images.exactShape')}
      side="bottom"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="plain">{t(label)}</Button>}
    >
      <div className={styles.panel}>
        {fields.map(({ name, label, min, max }) => (
          <div key={name} className={field.row}>
            <span aria-hidden className={field.label}>
              {label}
            </span>
            <NumberField
              label={label}
              value={box[name]}
              min={min}
              max={max}
              step={1}
              decimals={0}
              start={0}
              onChange={(value) => value !== null && setTyped({ ...typed, [name]: value })}
            />
          </div>
        ))}
        <div className={styles.actions}>
          <Button onClick={() => cover('paint')}>{t('images.addShape')}</Button>
          <Button onClick={() => cover('erase')}>{t('images.subtractShape')}</Button>
        </div>
      </div>
    </Popover>
  );
}
