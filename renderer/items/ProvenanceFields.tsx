// The two switches for what saved files say of where they come from. They are settings wherever they are shown.

import { useCommons, useSession, useTranslation } from '../services.ts';
import { Switch } from '../ui/Switch.tsx';

type ProvenanceFieldsProps = {
  /** With all that is written, and what is not. */
  isExplained: boolean;
  /** The files are put into a zip. */
  isZip?: boolean;
  isDisabled?: boolean;
};

/** The switches. */
export function ProvenanceFields({ isExplained, isZip = false, isDisabled = false }: ProvenanceFieldsProps) {
  const { session } = useCommons();
  const { t } = useTranslation();
  const provenance = useSession((state) => state.settings.provenance);
  const { updateSettings } = session.getState();
  return (
    <>
      <Switch
        label={t('provenance.mark')}
        hint={isExplained ? t('provenance.markHint') : isZip ? t('provenance.zipHint') : undefined}
        isOn={provenance.hasMark}
        isDisabled={isDisabled}
        onChange={(hasMark) => updateSettings({ provenance: { ...provenance, hasMark } })}
      />
      <Switch
        label={t('provenance.record')}
        hint={isExplained ? t('provenance.recordHint') : undefined}
        isOn={provenance.hasRecord}
        isDisabled={isDisabled}
        onChange={(hasRecord) => updateSettings({ provenance: { ...provenance, hasRecord } })}
      />
    </>
  );
}
