// Opens the comparison of a line's takes, by a button and as a command.

import { useCommand, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import type { ScriptLineView } from '../script/script-lines.ts';
import type { TakeComparison } from './take-comparison.ts';

/** The button; it is there while the line has several takes. */
export function CompareButton({ store, line }: { store: TakeComparison; line: ScriptLineView }) {
  const { t } = useTranslation();
  const open = (): void => void store.getState().open(line);
  useCommand('take.compare', open);
  return (
    <Button variant="plain" onClick={open}>
      {t('compareTakes.open')}
    </Button>
  );
}
