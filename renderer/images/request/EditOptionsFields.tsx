// The fields of an edit that few people change. What the request's form lacks says so; nothing is dropped silently.

import { useStore } from 'zustand';
import type { Translate } from '../../../shared/i18n/index.ts';
import { FORM_LETTERS } from '../../../shared/images/edit-fields.ts';
import {
  BACKGROUNDS,
  isCompressible,
  MODERATIONS,
  OUTPUT_COMPRESSION,
  OUTPUT_FORMATS,
  QUALITIES,
} from '../../../shared/images/limits.ts';
import type { OneFormField } from '../../../shared/images/request-form.ts';
import { useWords } from '../../app/services.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import field from '../../ui/field.module.css';
import { NumberField } from '../../ui/NumberField.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { ImagesStore } from '../images-store.ts';
import styles from './EditOptionsFields.module.css';
import { DEFAULT_MORE, type EditChoices, isTransparentJpeg } from './edit-options.ts';
import { HowSentFields } from './HowSentFields.tsx';
import { useFieldsWithoutEffect, useForm } from './use-form.ts';

/** Stands for "not sent" in a list of values. */
const NONE = '';

/** *More options* of Images. */
export function EditOptionsFields({ store }: { store: ImagesStore }) {
  const { t } = useWords();
  const choices = useStore(store, (images) => images.choices);
  const answer = useForm(store);
  const withoutEffect = useFieldsWithoutEffect(store);
  const { change } = store.getState();
  const notInForm = t('images.notInForm', { form: FORM_LETTERS[answer.form] });
  /** A field that cannot be sent says so in the place of its value; one that is set stays changeable. */
  const optional = (name: OneFormField, isSet: boolean, unset: string) => {
    const isOut = withoutEffect.has(name) && !isSet;
    return { isDisabled: isOut, none: { value: NONE, label: isOut ? notInForm : unset } } as const;
  };
  const quality = optional('quality', choices.quality !== null, t('images.defaultAuto'));
  const background = optional('background', choices.background !== null, t('images.defaultAuto'));
  const moderation = optional('moderation', choices.moderation !== null, t('images.defaultAuto'));
  const outputFormat = optional('output_format', choices.outputFormat !== null, t('images.defaultPng'));
  const note = (name: OneFormField): string | undefined =>
    answer.notSent.includes(name) ? t('images.notSent') : undefined;
  const isLossy = isCompressible(choices.outputFormat ?? undefined);
  return (
    <Disclosure
      label={t('common.moreOptions')}
      summary={summarise(choices, t)}
      resetLabel={t('common.reset')}
      onReset={() => change(DEFAULT_MORE)}
    >
      <Select
        label={t('images.quality')}
        value={choices.quality ?? NONE}
        isDisabled={quality.isDisabled}
        hint={note('quality')}
        options={[quality.none, ...QUALITIES.map((value) => ({ value, label: t(`images.quality.${value}`) }))]}
        onChange={(value) => change({ quality: value === NONE ? null : value })}
      />
      <Select
        label={t('images.background')}
        value={choices.background ?? NONE}
        isDisabled={background.isDisabled}
        hint={isTransparentJpeg(choices) ? t('images.transparentJpeg') : note('background')}
        options={[background.none, ...BACKGROUNDS.map((value) => ({ value, label: t(`images.background.${value}`) }))]}
        onChange={(value) => change({ background: value === NONE ? null : value })}
      />
      <Select
        label={t('images.moderation')}
        value={choices.moderation ?? NONE}
        isDisabled={moderation.isDisabled}
        hint={note('moderation')}
        options={[moderation.none, ...MODERATIONS.map((value) => ({ value, label: t(`images.moderation.${value}`) }))]}
        onChange={(value) => change({ moderation: value === NONE ? null : value })}
      />
      <Select
        label={t('images.outputFormat')}
        value={choices.outputFormat ?? NONE}
        isDisabled={outputFormat.isDisabled}
        hint={note('output_format')}
        options={[outputFormat.none, ...OUTPUT_FORMATS.map((value) => ({ value, label: value }))]}
        onChange={(value) => change({ outputFormat: value === NONE ? null : value })}
      />
      <div className={field.row}>
        <span aria-hidden className={field.label}>
          {t('images.compression')}
        </span>
        <NumberField
          label={t('images.compression')}
          className={styles.number}
          value={choices.outputCompression}
          min={OUTPUT_COMPRESSION.min}
          max={OUTPUT_COMPRESSION.max}
          step={1}
          decimals={0}
          start={OUTPUT_COMPRESSION.default}
          isDisabled={!isLossy}
          onChange={(next) => next !== null && change({ outputCompression: next })}
        />
        {(!isLossy || note('output_compression')) && (
          <span className={field.hint}>
            {isLossy ? note('output_compression') : outputFormat.isDisabled ? notInForm : t('images.compressionHint')}
          </span>
        )}
      </div>
      <Switch label={t('images.watermark')} isOn={choices.watermark} onChange={(watermark) => change({ watermark })} />
      <HowSentFields store={store} />
    </Disclosure>
  );
}

/** What differs from the defaults, in a few words. */
function summarise(choices: EditChoices, t: Translate): string {
  const { quality, background, moderation, outputFormat, outputCompression, watermark, responseFormat } = choices;
  return [
    quality !== null && t('images.summary.quality', { value: t(`images.quality.${quality}`) }),
    background !== null && t('images.summary.background', { value: t(`images.background.${background}`) }),
    moderation !== null && t('images.summary.moderation', { value: t(`images.moderation.${moderation}`) }),
    outputFormat !== null && t('images.summary.outputFormat', { value: outputFormat }),
    isCompressible(outputFormat ?? undefined) &&
      outputCompression !== OUTPUT_COMPRESSION.default &&
      t('images.summary.compression', { value: outputCompression }),
    watermark && t('images.summary.watermark'),
    responseFormat !== null && t('images.summary.responseFormat', { value: responseFormat }),
    choices.form !== 'automatic' && t('images.summary.form', { value: FORM_LETTERS[choices.form] }),
    choices.mask !== 'automatic' && t('images.summary.mask', { value: t(`images.maskWay.${choices.mask}`) }),
    choices.previews && t('images.summary.previews'),
  ]
    .filter((part) => part !== false)
    .join(', ');
}
