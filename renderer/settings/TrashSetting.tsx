// How long deleted items are kept, and emptying what is there.

import { KEPT_DAYS } from '../../shared/library/trash.ts';
import { useCommons, useDialogs, useSession, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import styles from './StorageSection.module.css';

const FOREVER = 'forever';

type TrashSettingProps = {
  /** What only deleted items need. */
  bytes: number;
  /** The same as text. */
  size: string;
  isDisabled: boolean;
};

/** The setting and the button. */
export function TrashSetting({ bytes, size, isDisabled }: TrashSettingProps) {
  const { session } = useCommons();
  const { askDeletion } = useDialogs();
  const { t } = useTranslation();
  const keptDays = useSession((state) => state.settings.trash.keptDays);
  return (
    <>
      <Select
        label={t('trash.setting')}
        value={keptDays === null ? FOREVER : String(keptDays)}
        options={[
          ...KEPT_DAYS.map((count) => ({ value: String(count), label: t('trash.setting.days', { count }) })),
          { value: FOREVER, label: t('trash.setting.forever') },
        ]}
        hint={t('trash.setting.hint')}
        onChange={(next) =>
          session
            .getState()
            .updateSettings({ trash: { keptDays: KEPT_DAYS.find((days) => String(days) === next) ?? null } })
        }
      />
      <div className={styles.action}>
        <Button disabled={bytes === 0 || isDisabled} onClick={() => askDeletion({ kind: 'items', ids: null })}>
          {bytes === 0 ? t('trash.empty') : t('trash.emptyBytes', { size })}
        </Button>
      </div>
    </>
  );
}
