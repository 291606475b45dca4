// The bar above several results on the canvas: what leads on from them, in the places that it has above one result.

import { ArrowLeft, Columns2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommons, useTranslation } from '../../services.ts';
import { useAriaKeys } from '../../shell/use-aria-keys.ts';
import type { ImagesStore } from '../images-store.ts';
import { BarButton } from './BarButton.tsx';
import styles from './ResultBar.module.css';

/** The bar. @param notice said in it, where nothing moves for it */
export function GridBar({ store, notice }: { store: ImagesStore; notice: ReactNode }) {
  const { t } = useTranslation();
  const keysOf = useAriaKeys();
  const { commands } = useCommons();
  return (
    <div className={styles.bar}>
      <div className={styles.actions}>
        <BarButton
          icon={<ArrowLeft size={14} aria-hidden />}
          label={t('images.backToMask')}
          aria-keyshortcuts={keysOf('images.backToMask')}
          onClick={store.getState().returnToMask}
        />
        <BarButton
          icon={<Columns2 size={14} aria-hidden />}
          label={t('images.compare')}
          aria-keyshortcuts={keysOf('images.compare')}
          onClick={() => commands.run('images.compare')}
        />
      </div>
      {notice}
    </div>
  );
}
