// A group of options, each with a control for its type of value. An option that the request's form cannot carry is not
// shown; one that is set is marked as such, never dropped silently.

import { useStore } from 'zustand';
import type { GroupedName, OptionGroup } from '../../../shared/images/edit-fields.ts';
import { groupedField, optionsInGroup } from '../../../shared/images/field-rules.ts';
import { formatOptionValue } from '../../items/option-value.ts';
import { useTranslation } from '../../services.ts';
import field from '../../ui/field.module.css';
import { NumberField } from '../../ui/NumberField.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { ImagesStore } from '../images-store.ts';
import styles from './EditOptionsFields.module.css';
import {
  answerForm,
  type EditChoices,
  isTransparentJpeg,
  type OptionState,
  optionState,
  optionsWithoutEffect,
} from './edit-options.ts';
import { formatOptionNote } from './option-text.ts';
import { useFormFacts } from './use-form.ts';

/** Represents "not sent" in a list of values. */
const NONE = '';

/** The options of a group. */
export function OptionFields({ store, group }: { store: ImagesStore; group: OptionGroup }) {
  const { t } = useTranslation();
  const choices = useStore(store, (images) => images.choices);
  const facts = useFormFacts(store);
  const answer = answerForm(facts);
  const withoutEffect = optionsWithoutEffect(facts);
  return optionsInGroup(group).map((name) => {
    const state = optionState(name, choices, answer, withoutEffect);
    if (state === null) return null;
    const isImpossible = name === 'background' && isTransparentJpeg(choices);
    const note = formatOptionNote(name, state.note, t);
    return (
      <OptionField
        key={name}
        store={store}
        name={name}
        chosen={choices[name]}
        state={state}
        hint={isImpossible ? t('images.transparentJpeg') : note}
      />
    );
  });
}

type OptionFieldProps = {
  store: ImagesStore;
  name: GroupedName;
  chosen: EditChoices[GroupedName];
  state: OptionState;
  hint: string | undefined;
};

function OptionField({ store, name, chosen, state: { isDisabled }, hint }: OptionFieldProps) {
  const { t } = useTranslation();
  const { value } = groupedField(name);
  const label = t(`images.option.${name}`);
  // The value belongs to the row, whichever row it is.
  const set = (next: string | number | boolean | null): void =>
    store.getState().change({ [name]: next } as Partial<EditChoices>);
  switch (value.type) {
    case 'choice': {
      const unset =
        value.default === null
          ? t('images.default')
          : t('images.defaultIs', { value: formatOptionValue(name, value.default, t) });
      return (
        <Select
          label={label}
          value={typeof chosen === 'string' ? chosen : NONE}
          isDisabled={isDisabled}
          hint={hint}
          options={[
            { value: NONE, label: unset },
            ...value.of.map((word) => ({ value: word, label: formatOptionValue(name, word, t) })),
          ]}
          onChange={(next) => set(next === NONE ? null : next)}
        />
      );
    }
    case 'whole':
      return (
        <div className={field.row}>
          <span aria-hidden className={field.label}>
            {label}
          </span>
          <NumberField
            label={label}
            className={styles.number}
            value={Number(chosen)}
            min={value.min}
            max={value.max}
            step={1}
            decimals={0}
            start={value.default}
            isDisabled={isDisabled}
            onChange={(next) => next !== null && set(next)}
          />
          {hint !== undefined && <span className={field.hint}>{hint}</span>}
        </div>
      );
    case 'switch':
      return <Switch label={label} isOn={chosen === true} isDisabled={isDisabled} hint={hint} onChange={set} />;
  }
}
