// The fields for the formats of a batch: of takes and of pictures.

import { useStore } from 'zustand';
import { SAVED_PICTURES, SAVED_SOUNDS, type SavedSound } from '../../../shared/library/saving.ts';
import { useTranslation } from '../../services.ts';
import { Select } from '../../ui/Select.tsx';
import { PictureFields } from '../picture/PictureFields.tsx';
import type { BatchStore } from './batch-store.ts';
import type { countKinds } from './entries.ts';

const SOUND_NAMES: Readonly<Record<Exclude<SavedSound, 'asIs'>, string>> = {
  wav: 'WAV',
  flac: 'FLAC',
  mp3: 'MP3',
  ogg_opus: 'Opus',
};

type FormatFieldsProps = { store: BatchStore; counts: ReturnType<typeof countKinds> | null; isRunning: boolean };

/** Only the fields of what there is; all until that is known. */
export function FormatFields({ store, counts, isRunning }: FormatFieldsProps) {
  const { t } = useTranslation();
  const choices = useStore(store, (state) => state.choices);
  const { sound, picture } = choices;
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
        <PictureFields
          formatLabel={t('batch.picture')}
          formats={SAVED_PICTURES}
          choices={choices}
          change={change}
          isDisabled={isRunning}
          formatHint={
            picture === 'jpeg'
              ? [t('save.becomesWhite'), t('save.hint.jpeg')].join(t.separators.sentence)
              : t(picture === 'asIs' ? 'batch.pictureAsIsHint' : `save.hint.${picture}`)
          }
          sizeHint={choices.scale === 'width' ? t('save.notEnlarged') : undefined}
          canSayDetails
          source={undefined}
        />
      )}
    </>
  );
}
