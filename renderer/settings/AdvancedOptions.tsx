// Model ids and deviations in the request format, which most relays do not need.

import type { RefObject } from 'react';
import {
  type Dialect,
  EXTRAS_PLACES,
  FORMAT_FIELDS,
  LONG_TEXTS,
  MAX_CONCURRENCY,
  type Models,
  PICTURE_PARTS,
  PICTURE_TEXTS,
} from '../../shared/connection/connections.ts';
import { MAX_PIXELS, MAX_RATIO } from '../../shared/images/limits.ts';
import { useTranslation } from '../services.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import field from '../ui/field.module.css';
import { NumberField } from '../ui/NumberField.tsx';
import { Select } from '../ui/Select.tsx';
import { SuggestField } from '../ui/SuggestField.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './ConnectionForm.module.css';
import { likelyFirst } from './likely-models.ts';
import { type ConnectionForm, countChanged, DEFAULT_ADVANCED } from './settings-store.ts';

type AdvancedOptionsProps = {
  form: ConnectionForm;
  /** The relay's models, if a test found them. */
  foundModels: readonly string[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The fields of the two models, to be focused. */
  modelFields: Readonly<Record<keyof Models, RefObject<HTMLInputElement | null>>>;
  onChange: (change: Partial<ConnectionForm>) => void;
};

const MODEL_KINDS = ['speech', 'image'] as const satisfies readonly (keyof Models)[];

/** *Models and advanced* of a connection. */
export function AdvancedOptions(props: AdvancedOptionsProps) {
  const { form, foundModels, isOpen, onOpenChange, modelFields, onChange } = props;
  const { t } = useTranslation();
  const { models, dialect } = form;
  const changed = countChanged(form);
  const setModels = (change: Partial<ConnectionForm['models']>): void => onChange({ models: { ...models, ...change } });
  const setDialect = (change: Partial<ConnectionForm['dialect']>): void =>
    onChange({ dialect: { ...dialect, ...change } });
  return (
    <Disclosure
      label={t('settings.advanced')}
      summary={changed === 0 ? '' : t('settings.changed', { count: changed })}
      resetLabel={t('common.reset')}
      onReset={() => onChange(DEFAULT_ADVANCED)}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <div className={styles.advanced}>
        <h3 className={styles.group}>{t('settings.advanced.models')}</h3>
        {MODEL_KINDS.map((kind) => (
          <SuggestField
            key={kind}
            inputRef={modelFields[kind]}
            label={t(`settings.${kind}Model`)}
            openLabel={t('settings.showModels')}
            value={models[kind]}
            suggestions={likelyFirst(foundModels, kind)}
            maxLength={200}
            onChange={(model) => setModels({ [kind]: model })}
          />
        ))}
        {foundModels.length === 0 && <p className={styles.note}>{t('settings.modelsHint')}</p>}
        <h3 className={styles.group}>{t('settings.advanced.network')}</h3>
        <Switch
          label={t('settings.privateHttp')}
          hint={t('settings.privateHttpHint')}
          isOn={form.allowsPrivateHttp}
          onChange={(allowsPrivateHttp) => onChange({ allowsPrivateHttp })}
        />
        <h3 className={styles.group}>{t('settings.advanced.requests')}</h3>
        <SpeechDialect dialect={dialect} onChange={setDialect} />
        <h3 className={styles.group}>{t('settings.advanced.pictures')}</h3>
        <PictureDialect dialect={dialect} onChange={setDialect} />
      </div>
    </Disclosure>
  );
}

type DialectProps = { dialect: Dialect; onChange: (change: Partial<Dialect>) => void };

function SpeechDialect({ dialect, onChange }: DialectProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('settings.formatField')}
        value={dialect.formatField}
        options={FORMAT_FIELDS.map((value) => ({ value, label: t(`settings.formatField.${value}`) }))}
        onChange={(formatField) => onChange({ formatField })}
      />
      <TextField
        label={t('settings.opusWord')}
        value={dialect.opusWord}
        maxLength={200}
        onChange={(opusWord) => onChange({ opusWord })}
      />
      <TextField
        label={t('settings.formatWord')}
        value={dialect.formatWord}
        maxLength={200}
        placeholder={t('settings.formatWordNone')}
        onChange={(formatWord) => onChange({ formatWord })}
      />
      <Select
        label={t('settings.extrasPlace')}
        value={dialect.extrasPlace}
        options={EXTRAS_PLACES.map((value) => ({ value, label: t(`settings.extrasPlace.${value}`) }))}
        onChange={(extrasPlace) => onChange({ extrasPlace })}
      />
      <WholeNumber
        label={t('settings.pcmRate')}
        value={dialect.pcmRateHz}
        min={8000}
        max={96_000}
        step={1000}
        onChange={(pcmRateHz) => onChange({ pcmRateHz })}
      />
      <WholeNumber
        label={t('settings.recommendedBytes')}
        value={dialect.recommendedInputBytes}
        min={1}
        max={1_000_000}
        step={128}
        onChange={(recommendedInputBytes) => onChange({ recommendedInputBytes })}
      />
      <Select
        label={t('settings.longText')}
        hint={t(`settings.longText.${dialect.longText}Hint`)}
        value={dialect.longText}
        options={LONG_TEXTS.map((value) => ({ value, label: t(`settings.longText.${value}`) }))}
        onChange={(longText) => onChange({ longText })}
      />
      <WholeNumber
        label={t('settings.speechTimeout')}
        value={dialect.speechTimeoutS}
        min={5}
        max={3600}
        step={5}
        onChange={(speechTimeoutS) => onChange({ speechTimeoutS })}
      />
      <WholeNumber
        label={t('settings.speechConcurrency')}
        value={dialect.speechConcurrency}
        min={1}
        max={MAX_CONCURRENCY}
        step={1}
        onChange={(speechConcurrency) => onChange({ speechConcurrency })}
      />
    </>
  );
}

/** The deviations in this relay's picture requests. */
function PictureDialect({ dialect, onChange }: DialectProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('settings.pictureText')}
        value={dialect.pictureText}
        options={PICTURE_TEXTS.map((value) => ({ value, label: t(`settings.pictureText.${value}`) }))}
        onChange={(pictureText) => onChange({ pictureText })}
      />
      <Select
        label={t('settings.picturePart')}
        value={dialect.picturePart}
        options={PICTURE_PARTS.map((value) => ({ value, label: t(`settings.picturePart.${value}`) }))}
        onChange={(picturePart) => onChange({ picturePart })}
      />
      <Switch
        label={t('settings.softMasks')}
        isOn={dialect.hasSoftMasks}
        onChange={(hasSoftMasks) => onChange({ hasSoftMasks })}
      />
      <Switch
        label={t('settings.sizeTiers')}
        hint={t('settings.sizeTiersHint')}
        isOn={dialect.hasSizeTiers}
        onChange={(hasSizeTiers) => onChange({ hasSizeTiers })}
      />
      <WholeNumber
        label={t('settings.maxPixels')}
        value={dialect.maxPixels}
        min={MAX_PIXELS.min}
        max={MAX_PIXELS.max}
        step={1_048_576}
        onChange={(maxPixels) => onChange({ maxPixels })}
      />
      <WholeNumber
        label={t('settings.maxRatio')}
        value={dialect.maxRatio}
        min={MAX_RATIO.min}
        max={MAX_RATIO.max}
        step={1}
        onChange={(maxRatio) => onChange({ maxRatio })}
      />
      <WholeNumber
        label={t('settings.recommendedPictures')}
        value={dialect.recommendedPictures}
        min={1}
        max={100}
        step={1}
        onChange={(recommendedPictures) => onChange({ recommendedPictures })}
      />
      <WholeNumber
        label={t('settings.imageTimeout')}
        value={dialect.imageTimeoutS}
        min={5}
        max={7200}
        step={30}
        onChange={(imageTimeoutS) => onChange({ imageTimeoutS })}
      />
      <WholeNumber
        label={t('settings.imageConcurrency')}
        value={dialect.imageConcurrency}
        min={1}
        max={MAX_CONCURRENCY}
        step={1}
        onChange={(imageConcurrency) => onChange({ imageConcurrency })}
      />
      <TextField
        label={t('settings.endUserId')}
        value={dialect.endUserId}
        maxLength={200}
        placeholder={t('common.notSent')}
        onChange={(endUserId) => onChange({ endUserId })}
      />
    </>
  );
}

type WholeNumberProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
};

function WholeNumber({ label, onChange, ...range }: WholeNumberProps) {
  return (
    <div className={field.row}>
      <span aria-hidden className={field.label}>
        {label}
      </span>
      <NumberField
        label={label}
        className={styles.narrow}
        {...range}
        decimals={0}
        start={range.value}
        onChange={(next) => next !== null && onChange(next)}
      />
    </div>
  );
}
