// How the library shows its items: as a grid or a list, and how large.

import { LIBRARY_TILE_PX, LIBRARY_VIEWS } from '../../shared/app/layout.ts';
import { useCommons, useSession, useTranslation } from '../services.ts';
import { RadioSegments } from '../ui/RadioSegments.tsx';
import { Slider } from '../ui/Slider.tsx';
import styles from './LibraryView.module.css';

const STEP_PX = 4;

/** Grid or list, and the size of the grid's cells. */
export function ViewControls() {
  const { session } = useCommons();
  const { t } = useTranslation();
  const { libraryView, libraryTilePx } = useSession((one) => one.settings.layout);
  const { updateLayout } = session.getState();
  return (
    <div className={styles.view}>
      {libraryView === 'grid' && (
        <Slider
          label={t('library.tileSize')}
          title={t('library.tileSize')}
          className={styles.size}
          min={LIBRARY_TILE_PX.min}
          max={LIBRARY_TILE_PX.max}
          step={STEP_PX}
          value={libraryTilePx}
          onChange={(next) => updateLayout({ libraryTilePx: next })}
        />
      )}
      <RadioSegments
        label={t('library.view')}
        value={libraryView}
        options={LIBRARY_VIEWS.map((value) => ({ value, label: t(`library.view.${value}`) }))}
        onChange={(next) => updateLayout({ libraryView: next })}
      />
    </div>
  );
}
