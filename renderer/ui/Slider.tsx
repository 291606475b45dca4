// A slider based on the native range input, which supports keyboard, touch and assistive technology.

import type { ComponentProps, CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import styles from './Slider.module.css';

type SliderProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
};

/** A horizontal slider. */
export function Slider({ label, value, min, max, step, onChange, className, ...props }: SliderProps) {
  const filled = max > min ? (value - min) / (max - min) : 0;
  const style = { '--filled': filled } as CSSProperties;
  return (
    <input
      type="range"
      className={classNames(styles.slider, className)}
      style={style}
      aria-label={label}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      {...props}
    />
  );
}
