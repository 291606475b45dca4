// Ends painting the source back over a result.

import { useState } from 'react';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import type { ImagesStore } from '../images-store.ts';
import { useAriaKeys } from '../mask/use-aria-keys.ts';

/** The button; busy until the result is made with what was painted last. */
export function PaintBackDone({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const keysOf = useAriaKeys();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    await store.getState().finishPaintingBack();
    setLeaving(false);
  };
  return (
    <Button isBusy={isLeaving} aria-keyshortcuts={keysOf('images.backToMask')} onClick={() => void leave()}>
      {t('images.paintBackDone')}
    </Button>
  );
}
