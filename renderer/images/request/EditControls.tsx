// The controls of the prompt bar beside the instruction: size, number of results, and less common options.

import { Minus, Plus } from 'lucide-react';
import { useStore } from 'zustand';
import { EDIT_FIELDS } from '../../../shared/images/edit-fields.ts';
import { MAX_VARIATIONS } from '../../../shared/images/limits.ts';
import { useTranslation } from '../../services.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import type { ImagesStore } from '../images-store.ts';
import styles from './EditControls.module.css';
import { EditOptionsFields } from './EditOptionsFields.tsx';
import { SizeField } from './SizeField.tsx';

/** The controls for everything in an edit except pictures, mask and instruction. */
export function EditControls({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const variations = useStore(store, (images) => images.choices.variations);
  const { change } = store.getState();
  const range = EDIT_FIELDS.variations.value;
  const setVariations = (next: number): void =>
    change({ variations: Math.min(MAX_VARIATIONS, Math.max(range.min, next)) });
  return (
    <>
      <div className={styles.size}>
        <SizeField store={store} />
      </div>
      <span className={styles.stepper} title={t('images.variations')}>
        <IconButton
          label={t('images.fewer')}
          icon={<Minus size={14} aria-hidden />}
          disabled={variations <= range.min}
          onClick={() => setVariations(variations - 1)}
        />
        <NumberField
          label={t('images.variations')}
          className={styles.count}
          value={variations}
          min={range.min}
          max={MAX_VARIATIONS}
          step={1}
          decimals={0}
          start={range.default}
          onChange={(next) => next !== null && setVariations(next)}
        />
        <IconButton
          label={t('images.more')}
          icon={<Plus size={14} aria-hidden />}
          disabled={variations >= MAX_VARIATIONS}
          onClick={() => setVariations(variations + 1)}
        />
      </span>
      <EditOptionsFields store={store} />
    </>
  );
}
