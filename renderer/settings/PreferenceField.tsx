// The field of one preference, by its row.

import { type ChoiceName, PREFERENCES, type PreferenceName, type Preferences } from '../../shared/app/preferences.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { LOCALES } from '../../shared/i18n/locales.ts';
import { useSession, useTranslation } from '../services.ts';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';

type FlagName = Exclude<PreferenceName, ChoiceName>;

/** The field of a preference, which applies at once. */
export function PreferenceField({ name }: { name: PreferenceName }) {
  return isChoice(name) ? <ChoiceField name={name} /> : <FlagField name={name} />;
}

function isChoice(name: PreferenceName): name is ChoiceName {
  return 'of' in PREFERENCES[name];
}

function ChoiceField({ name }: { name: ChoiceName }) {
  const updateSettings = useSession((session) => session.updateSettings);
  const { t } = useTranslation();
  const value = useSession(({ settings }) => settings[name]);
  const values: readonly (typeof value)[] = PREFERENCES[name].of;
  return (
    <Select
      label={t(`settings.${name}`)}
      value={String(value)}
      options={values.map((one) => ({ value: String(one), label: nameOf(name, one, t) }))}
      onChange={(next) => updateSettings({ [name]: values.find((one) => String(one) === next) })}
    />
  );
}

function FlagField({ name }: { name: FlagName }) {
  const updateSettings = useSession((session) => session.updateSettings);
  const { t } = useTranslation();
  const isMac = useSession(({ platform }) => platform === 'darwin');
  return (
    <Switch
      label={t(`settings.${name}`)}
      hint={t(`settings.${name}Hint`, { key: isMac ? '⌘' : 'Ctrl' })}
      isOn={useSession(({ settings }) => settings[name])}
      onChange={(isOn) => updateSettings({ [name]: isOn })}
    />
  );
}

type Worded = Exclude<ChoiceName, 'interfaceScale'>;
/** The keys of all values that are named by words. */
type ValueKey =
  | { [N in Exclude<Worded, 'language'>]: `settings.${N}.${Preferences[N]}` }[Exclude<Worded, 'language'>]
  | 'settings.language.system';

function nameOf(name: ChoiceName, value: Preferences[ChoiceName], t: Translate): string {
  if (typeof value === 'number') return `${Math.round(value * 100)} %`;
  if (name === 'language' && value in LOCALES) return LOCALES[value as keyof typeof LOCALES].name;
  return t(`settings.${name}.${value}` as ValueKey);
}
