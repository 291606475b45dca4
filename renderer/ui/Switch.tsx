// A switch for one setting that is on or off.

import { Switch as Base } from '@base-ui/react/switch';
import { useId } from 'react';
import field from './field.module.css';
import styles from './Switch.module.css';

type SwitchProps = {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  hint?: string | undefined;
  isDisabled?: boolean;
};

/** A labelled switch. */
export function Switch({ label, isOn, onChange, hint, isDisabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className={field.row}>
      <span id={`${id}-label`} className={field.label}>
        {label}
      </span>
      <Base.Root
        className={styles.track}
        checked={isOn}
        disabled={isDisabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onCheckedChange={(next) => onChange(next)}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={field.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}
