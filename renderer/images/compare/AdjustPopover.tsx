// The settings for making the protected picture from the raw result: feather, grow, and the corrections that join it to
// its source. Changing them sends no request.

import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Adjustments, EditItem } from '../../../shared/contract/library.ts';
import { CORRECTIONS, type Correction, type CorrectionChoices } from '../../../shared/images/correction-choices.ts';
import { ADJUSTMENT_PX } from '../../../shared/images/limits.ts';
import { useSession, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import field from '../../ui/field.module.css';
import { NumberField } from '../../ui/NumberField.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { ExplainedGroup } from '../../ui/Tooltip.tsx';
import type { ImagesStore } from '../images-store.ts';
import { adjustmentsOf, startingAdjustments } from '../ports.ts';
import { BarButton } from '../results/BarButton.tsx';
import styles from './AdjustPopover.module.css';

/** The slider covers common values; the field accepts any. */
const SLIDER_MAX_PX = 60;

type AdjustPopoverProps = { store: ImagesStore; item: EditItem };

/** The *Adjust* button and its panel. */
export function AdjustPopover({ store, item }: AdjustPopoverProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const pending = useStore(store, (images) => images.pending.get(item.id));
  const { id } = item;
  const updateSettings = useSession((session) => session.updateSettings);
  const preferred = useSession(({ settings }) => settings.newResults);
  const starting = startingAdjustments(preferred);
  const shown = pending ?? adjustmentsOf(item, starting);
  const adjust = (change: Partial<Adjustments>): void => store.getState().adjust(id, change);
  return (
    <Popover
      label={t('images.adjust')}
      side="bottom"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<BarButton icon={<SlidersHorizontal size={14} aria-hidden />} label={t('images.adjust')} />}
    >
      <div className={styles.panel} aria-busy={pending !== undefined}>
        {(['feather', 'grow'] as const).map((kind) => (
          <Distance
            key={kind}
            kind={kind}
            valuePx={shown[`${kind}Px`]}
            onChange={(px) => adjust({ [`${kind}Px`]: px })}
          />
        ))}
        {CORRECTIONS.map((name) => (
          <ExplainedGroup key={name} label={t(SWITCHES[name].label)} text={t(SWITCHES[name].hint)}>
            <Switch
              label={t(SWITCHES[name].label)}
              isOn={shown[name]}
              // Light is matched where colours are.
              isDisabled={name === 'isLightMatched' && !shown.isSeamMatched}
              onChange={(isOn) => adjust({ [name]: isOn })}
            />
          </ExplainedGroup>
        ))}
        <div className={styles.foot}>
          <span>{t(pending === undefined ? 'images.adjustFree' : 'images.adjusting')}</span>
          <Button
            variant="plain"
            disabled={CORRECTIONS.every((name) => shown[name] === preferred[name])}
            title={t('images.adjustPreferHint')}
            onClick={() => updateSettings({ newResults: choicesOf(shown) })}
          >
            {t('images.adjustPrefer')}
          </Button>
          <Button variant="plain" disabled={isSame(shown, starting)} onClick={() => adjust(starting)}>
            {t('images.adjustReset')}
          </Button>
        </div>
      </div>
    </Popover>
  );
}

const SWITCHES = {
  isAligned: { label: 'images.adjustAlign', hint: 'images.adjustAlignHint' },
  isSeamMatched: { label: 'images.adjustSeam', hint: 'images.adjustSeamHint' },
  isLightMatched: { label: 'images.adjustLight', hint: 'images.adjustLightHint' },
  isGrainMatched: { label: 'images.adjustGrain', hint: 'images.adjustGrainHint' },
  isBlended: { label: 'images.adjustBlend', hint: 'images.adjustBlendHint' },
} as const satisfies Record<Correction, object>;

const WORDS = {
  feather: {
    label: 'images.adjustFeather',
    slider: 'images.adjustFeatherSlider',
    hint: 'images.adjustFeatherHint',
  },
  grow: { label: 'images.adjustGrow', slider: 'images.adjustGrowSlider', hint: 'images.adjustGrowHint' },
} as const;

type DistanceProps = { kind: keyof typeof WORDS; valuePx: number; onChange: (px: number) => void };

/** A distance in pixels of the source. */
function Distance({ kind, valuePx, onChange }: DistanceProps) {
  const { t } = useTranslation();
  const { label, slider, hint } = WORDS[kind];
  return (
    <ExplainedGroup label={t(label)} text={t(hint)} className={styles.distance}>
      <span aria-hidden className={field.label}>
        {t(label)}
      </span>
      <Slider
        label={t(slider)}
        aria-valuetext={`${valuePx} px`}
        value={Math.min(SLIDER_MAX_PX, valuePx)}
        min={ADJUSTMENT_PX.min}
        max={SLIDER_MAX_PX}
        step={1}
        onChange={onChange}
      />
      <NumberField
        label={t(label)}
        value={valuePx}
        min={ADJUSTMENT_PX.min}
        max={ADJUSTMENT_PX.max}
        step={1}
        decimals={0}
        start={0}
        onChange={(px) => px !== null && onChange(px)}
      />
      <span aria-hidden>px</span>
    </ExplainedGroup>
  );
}

function isSame(a: Adjustments, b: Adjustments): boolean {
  return a.growPx === b.growPx && a.featherPx === b.featherPx && CORRECTIONS.every((name) => a[name] === b[name]);
}

function choicesOf({ growPx: _grow, featherPx: _feather, ...choices }: Adjustments): CorrectionChoices {
  return choices;
}
