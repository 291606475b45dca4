// The fields for the formats of a batch: of takes and of pictures.

import { useStore } from 'zustand';
import {
  SAVED_PICTURES,
  SAVED_QUALITY,
  SAVED_SOUNDS,
  type SavedPicture,
  type SavedSound,
} from '../../../shared/library/saving.ts';
import { useTranslation } from '../../services.ts';
import { LabelledNumber } from '../../ui/LabelledNumber.tsx';
import { Select } from '../../ui/Select.tsx';
import type { BatchStore } from './batch-store.ts';
import type { countKinds } from './entries.ts';

const SOUND_NAMES: Readonly<Record<Exclude<SavedSound, 'asIs'>, string>> = {
  wav: 'WAV',
  flac: 'FLAC',
  mp3: 'MP3',
  ogg_opus: 'Opus',
};
const PICTURE_NAMES: Readonly<Record<Exclude<SavedPicture, 'asIs'>, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
};

type FormatFieldsProps = { store: BatchStore; counts: ReturnType<typeof countKinds> | null; isRunning: boolean };

/** Only the fields of what there is; all until that is known. */
export function FormatFields({ store, counts, isRunning }: FormatFieldsProps) {
  const { t } = useTranslation();
  const { sound, picture, quality } = useStore(store, (state) => state.choices);
  const { change } = store.getState();
  return (
    <>
      {counts?.speech !== 0 && (
        <Select
          label={t('batch.sound')}
          value={sound}
          options={SAVED_SOUNDS.map((value) => ({
            value,
            label: value === 'asIs' ? t('batch.asIs') : SOUND_NAMES[value],
          }))}
          hint={t(sound === 'asIs' ? 'batch.soundAsIsHint' : 'batch.convertHint')}
          isDisabled={isRunning}
          onChange={(next: SavedSound) => change({ sound: next })}
        />
      )}
      {counts?.edit !== 0 && (
        <Select
          label={t('batch.picture')}
          value={picture}
          options={SAVED_PICTURES.map((value) => ({
            value,
            label: value === 'asIs' ? t('batch.asIs') : PICTURE_NAMES[value],
          }))}
          hint={t(picture === 'asIs' ? 'batch.pictureAsIsHint' : `batch.pictureHint.${picture}`)}
          isDisabled={isRunning}
          onChange={(next: SavedPicture) => change({ picture: next })}
        />
      )}
      {counts?.edit !== 0 && (picture === 'jpeg' || picture === 'webp') && (
        <LabelledNumber
          label={t('batch.quality')}
          value={quality}
          min={SAVED_QUALITY.min}
          max={SAVED_QUALITY.max}
          step={1}
          decimals={0}
          isDisabled={isRunning}
          onChange={(next) => change({ quality: next })}
        />
      )}
    </>
  );
}
