// The colour of a role, and the choice of another.

import { type CSSProperties, useId, useState } from 'react';
import { ROLE_COLOURS } from '../../../shared/script/script-size.ts';
import { useTranslation } from '../../services.ts';
import { Popover } from '../../ui/Popover.tsx';
import styles from './Cast.module.css';

type RoleColourProps = {
  /** The role as part of other names. */
  role: string;
  colour: number;
  /** Whether the colour can be changed; else it is only shown. */
  isNear: boolean;
  onChange: (colour: number) => void;
};

/** A swatch that opens the palette. */
export function RoleColour({ role, colour, isNear, onChange }: RoleColourProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const label = t('cast.of', { what: t('cast.colour'), role });
  if (!isNear) return <span className={styles.colour} style={swatch(colour)} />;
  return (
    <Popover
      label={label}
      side="bottom"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<button type="button" className={styles.colour} style={swatch(colour)} aria-label={label} />}
    >
      <fieldset className={styles.palette} aria-label={label}>
        {Array.from({ length: ROLE_COLOURS }, (_, index) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the colour.
            key={index}
            type="radio"
            name={id}
            className={styles.choice}
            style={swatch(index)}
            aria-label={t('cast.colourNumber', { number: index + 1 })}
            checked={index === colour}
            onChange={() => onChange(index)}
          />
        ))}
      </fieldset>
    </Popover>
  );
}

function swatch(colour: number): CSSProperties {
  return { '--swatch': `var(--role-${colour})` } as CSSProperties;
}
