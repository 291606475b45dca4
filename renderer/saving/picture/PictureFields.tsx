// The fields for how pictures are saved: format, quality, size, and what is kept of their originals.

import { type ReactNode, useId, useState } from 'react';
import type { OutputFormat } from '../../../shared/images/limits.ts';
import type { SourceFacts } from '../../../shared/images/metadata/carried-metadata.ts';
import {
  SAVED_QUALITY,
  SAVED_SCALES,
  SAVED_WIDTH,
  type SavedPicture,
  type SavedScale,
} from '../../../shared/library/saving.ts';
import { useTranslation } from '../../services.ts';
import { classNames } from '../../ui/class-names.ts';
import field from '../../ui/field.module.css';
import { NumberField } from '../../ui/NumberField.tsx';
import { RadioSegments } from '../../ui/RadioSegments.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './PictureFields.module.css';
import type { PictureChoices } from './picture-file.ts';

const FORMAT_NAMES: Readonly<Record<OutputFormat, string>> = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' };
const SCALE_NAMES = { whole: '100 %', half: '50 %' } as const;

type PictureFieldsProps = {
  formatLabel: string;
  /** What can be chosen. */
  formats: readonly SavedPicture[];
  choices: PictureChoices;
  change: (change: Partial<PictureChoices>) => void;
  isDisabled: boolean;
  /** What is said below the format. */
  formatHint: string | undefined;
  /** What is said below the size. */
  sizeHint: string | undefined;
  /** Whether the file can say anything of itself. */
  canSayDetails: boolean;
  /** Of the original; undefined if they are not known, or if there are several. */
  source: SourceFacts | undefined;
};

/** Only the fields that matter for the chosen format. */
export function PictureFields(props: PictureFieldsProps) {
  const { formatLabel, formats, choices, change, isDisabled, formatHint, sizeHint, canSayDetails, source } = props;
  const { t } = useTranslation();
  const { picture, quality, scale, widthPx, keepsDetails, keepsPlace } = choices;
  const [isWidthWrong, setWidthWrong] = useState(false);
  const rangeId = useId();
  const isProblem = isWidthWrong && scale === 'width';
  const hasDetails = source === undefined || source.state === 'there';
  const detailsHint =
    source === undefined || hasDetails
      ? t('save.detailsHint')
      : t(source.state === 'none' ? 'save.noDetails' : 'save.detailsUnreadable');
  return (
    <>
      <Row label={formatLabel} hint={formatHint}>
        <RadioSegments
          label={formatLabel}
          value={picture}
          options={formats.map((value) => ({
            value,
            label: value === 'asIs' ? t('batch.asIs') : FORMAT_NAMES[value],
          }))}
          isDisabled={isDisabled}
          onChange={(next: SavedPicture) => change({ picture: next })}
        />
      </Row>
      {(picture === 'jpeg' || picture === 'webp') && (
        <Row label={t('batch.quality')}>
          <Slider
            label={t('batch.quality')}
            value={quality}
            min={SAVED_QUALITY.min}
            max={SAVED_QUALITY.max}
            step={1}
            disabled={isDisabled}
            onChange={(next) => change({ quality: next })}
          />
          <span className={styles.figure} aria-hidden>
            {quality}
          </span>
        </Row>
      )}
      {picture !== 'asIs' && (
        <Row
          label={t('save.scale')}
          hint={isProblem ? t('save.widthRange', { min: SAVED_WIDTH.min, max: SAVED_WIDTH.max }) : sizeHint}
          hintId={rangeId}
          isProblem={isProblem}
        >
          <RadioSegments
            label={t('save.scale')}
            value={scale}
            options={SAVED_SCALES.map((value) => ({
              value,
              label: value === 'width' ? t('save.scale.width') : SCALE_NAMES[value],
            }))}
            isDisabled={isDisabled}
            onChange={(next: SavedScale) => {
              setWidthWrong(false);
              change({ scale: next });
            }}
          />
          {scale === 'width' && (
            <NumberField
              label={t('save.width')}
              className={styles.width}
              value={widthPx}
              start={widthPx}
              min={SAVED_WIDTH.min}
              max={SAVED_WIDTH.max}
              step={1}
              decimals={0}
              isDisabled={isDisabled}
              onChange={(next) => next !== null && change({ widthPx: next })}
              onProblem={setWidthWrong}
              describedBy={isProblem ? rangeId : undefined}
            />
          )}
        </Row>
      )}
      {canSayDetails && (
        <>
          <Switch
            label={t('save.details')}
            hint={detailsHint}
            isOn={keepsDetails && hasDetails}
            isDisabled={isDisabled || !hasDetails}
            onChange={(next) => change({ keepsDetails: next })}
          />
          {keepsDetails && hasDetails && source?.hasPlace !== false && (
            <Switch
              label={t('save.place')}
              hint={t('save.placeHint')}
              isOn={keepsPlace}
              isDisabled={isDisabled}
              onChange={(next) => change({ keepsPlace: next })}
            />
          )}
        </>
      )}
    </>
  );
}

type RowProps = {
  label: string;
  hint?: string | undefined;
  hintId?: string | undefined;
  /** Whether the hint says what is wrong. */
  isProblem?: boolean;
  children: ReactNode;
};

/** A control that has a name of its own, with its label beside it. */
export function Row({ label, hint, hintId, isProblem = false, children }: RowProps) {
  return (
    <div className={field.row}>
      <span aria-hidden className={field.label}>
        {label}
      </span>
      <span className={styles.control}>{children}</span>
      {hint !== undefined && (
        <span id={hintId} className={classNames(field.hint, isProblem && field.problem)}>
          {hint}
        </span>
      )}
    </div>
  );
}
