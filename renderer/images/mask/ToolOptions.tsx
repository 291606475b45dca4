// The options of the active tool, as the tool declares them. Independent of the individual tools.

import { SlidersHorizontal } from 'lucide-react';
import { type ReactElement, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { TOOL_SETTINGS } from '../../../shared/images/mask-tools.ts';
import { TOOLS } from '../../engines/mask/tools/all-tools.ts';
import type { ToolOption } from '../../engines/mask/tools/tool.ts';
import { useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { ImagesStore } from '../images-store.ts';
import { ExactShape } from './ExactShape.tsx';
import type { MaskStage } from './mask-stage.ts';
import styles from './ToolBar.module.css';

type Context = { store: ImagesStore; stage: MaskStage };
type OptionProps<T extends ToolOption['type']> = Context & { option: Extract<ToolOption, { type: T }> };

/** The active tool's options. */
export function ToolOptions({ store, stage }: Context) {
  const { tool } = useSyncExternalStore(stage.subscribeSettings, stage.settings);
  return TOOLS[tool].options.map((option) => <Option key={option.label} option={option} store={store} stage={stage} />);
}

function Option({ option, ...context }: Context & { option: ToolOption }): ReactElement {
  switch (option.type) {
    case 'slider':
      return <SliderOption option={option} {...context} />;
    case 'switch':
      return <SwitchOption option={option} {...context} />;
    case 'choice':
      return <ChoiceOption option={option} {...context} />;
    case 'exactShape':
      return <ExactShape label={option.label} outline={option.outline} {...context} />;
    case 'more':
      return <MoreOptions option={option} {...context} />;
  }
}

function SliderOption({ option, store, stage }: OptionProps<'slider'>) {
  const { t } = useTranslation();
  const ariaKeys = useAriaKeys();
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  const value = useSyncExternalStore(stage.subscribeSettings, stage.settings)[option.setting];
  const { min, max, step, unit } = TOOL_SETTINGS[option.setting];
  const figure = unit === null ? String(value) : unit === '%' ? `${Math.round(value * 100)} %` : `${value} ${unit}`;
  return (
    <span className={styles.option}>
      <span aria-hidden className={styles.word}>
        {t(option.label)}
      </span>
      <Slider
        label={t(option.name ?? option.label)}
        aria-valuetext={figure}
        aria-keyshortcuts={option.commands && ariaKeys(...option.commands)}
        className={unit === 'px' ? styles.slider : styles.short}
        value={value}
        min={min}
        max={max}
        step={step}
        disabled={!hasPicture}
        onChange={(next) => stage.change({ [option.setting]: next })}
      />
      {option.typed === undefined ? (
        <span className={unit === 'px' ? styles.number : styles.percent}>{figure}</span>
      ) : (
        <>
          <NumberField
            label={t(option.typed)}
            className={styles.field}
            value={value}
            min={min}
            max={max}
            step={step}
            decimals={0}
            start={value}
            isDisabled={!hasPicture}
            onChange={(next) => next !== null && stage.change({ [option.setting]: next })}
          />
          {unit}
        </>
      )}
    </span>
  );
}

function SwitchOption({ option, stage }: OptionProps<'switch'>) {
  const { t } = useTranslation();
  const value = useSyncExternalStore(stage.subscribeSettings, stage.settings)[option.setting];
  const { min, max } = TOOL_SETTINGS[option.setting];
  return (
    <Switch
      label={t(option.label)}
      isOn={value > min}
      onChange={(isOn) => stage.change({ [option.setting]: isOn ? max : min })}
    />
  );
}

function ChoiceOption({ option, stage }: OptionProps<'choice'>) {
  const { t } = useTranslation();
  const value = useSyncExternalStore(stage.subscribeSettings, stage.settings)[option.setting];
  return (
    <Segmented
      label={t(option.label)}
      value={String(value)}
      options={option.choices.map((choice) => ({ value: String(choice.value), label: t(choice.label) }))}
      onChange={(next) => stage.change({ [option.setting]: next === 'true' })}
    />
  );
}

function MoreOptions({ option, store, stage }: OptionProps<'more'>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  return (
    <Popover
      label={t(option.label)}
      side="bottom"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={t(option.label)} icon={<SlidersHorizontal size={16} aria-hidden />} disabled={!hasPicture} />
      }
    >
      <div className={styles.panel}>
        {option.options.map((inner) => (
          <Option key={inner.label} option={inner} store={store} stage={stage} />
        ))}
      </div>
    </Popover>
  );
}
