// What is sent of a masked picture: all of it, or the part around the mask, and how much that has around it.

import { useStore } from 'zustand';
import { CONTEXT_RATIO, CONTEXT_STEP, DETAIL_CHOICES, defaultContext } from '../../../shared/images/detail.ts';
import { useTranslation } from '../../services.ts';
import field from '../../ui/field.module.css';
import { Select } from '../../ui/Select.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import styles from './EditOptionsFields.module.css';
import { DEFAULT_CHOICES } from './edit-options.ts';
import { useIsAddressSent, usePart } from './use-wire.ts';

/** The choice, and the slider while it has an effect; nothing without a mask, unless something was chosen. */
export function DetailFields({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const source = useStore(store, (images) => images.pictures[0]);
  const bounds = useStore(store, (images) => images.mask.bounds);
  const detail = useStore(store, (images) => images.choices.detail);
  const isWithoutEffect = useIsAddressSent(store) || bounds === undefined;
  const part = usePart(store);
  const { change } = store.getState();
  if (isWithoutEffect && detail === DEFAULT_CHOICES.detail) return null;
  const isWhole = detail === 'on' && !isWithoutEffect && part === null;
  return (
    <>
      <Select
        label={t('images.detail')}
        value={detail}
        hint={isWhole ? t('images.detailIsWhole') : undefined}
        options={DETAIL_CHOICES.map((value) => ({
          value,
          label: t(`images.detail.${value}`),
          explanation: t(`images.detailHint.${value}`),
        }))}
        onChange={(next) => change({ detail: next })}
      />
      {source !== undefined && bounds !== undefined && (part !== null || isWhole) && (
        <Surroundings store={store} byItself={defaultContext(sizeOf(source), bounds)} />
      )}
    </>
  );
}

/** @param byItself the context ratio of which nobody chose another */
function Surroundings({ store, byItself }: { store: ImagesStore; byItself: number }) {
  const { t } = useTranslation();
  const chosen = useStore(store, (images) => images.choices.contextRatio);
  const percent = Math.round(100 * (chosen ?? byItself));
  return (
    <div className={field.row}>
      <span aria-hidden className={field.label}>
        {t('images.surroundings')}
      </span>
      <div className={styles.slider}>
        <Slider
          label={t('images.surroundings')}
          aria-valuetext={`${percent} %`}
          value={percent}
          min={100 * CONTEXT_RATIO.min}
          max={100 * CONTEXT_RATIO.max}
          step={100 * CONTEXT_STEP}
          onChange={(next) => store.getState().change({ contextRatio: next / 100 })}
        />
        <span aria-hidden className={styles.percent}>{`${percent} %`}</span>
      </div>
    </div>
  );
}
