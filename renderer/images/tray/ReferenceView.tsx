// A picture of the tray in the middle of the screen, and the action that makes it the edited one.

import { ImageUp, X } from 'lucide-react';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import type { TrayPicture } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import pane from '../pane.module.css';
import styles from './ReferenceView.module.css';

type ReferenceViewProps = { store: ImagesStore; picture: TrayPicture; number: number };

/** The picture; it is not edited. */
export function ReferenceView({ store, picture, number }: ReferenceViewProps) {
  const { t } = useTranslation();
  const { move, showPicture } = store.getState();
  const { key, mediaId, name, widthPx, heightPx } = picture;
  return (
    <section className={pane.view} aria-label={t('images.pictureN', { number, name })}>
      <div className={styles.bar}>
        <span className={styles.name}>
          {name} · {widthPx}x{heightPx}
        </span>
        <Button
          onClick={() => {
            showPicture(null);
            move(key, 1 - number);
          }}
        >
          <ImageUp size={16} aria-hidden />
          {t('images.editThis')}
        </Button>
        <Button variant="plain" onClick={() => showPicture(null)}>
          <X size={16} aria-hidden />
          {t('images.backToEdited')}
        </Button>
      </div>
      <div className={pane.surround}>
        <img className={styles.picture} src={`/media/${mediaId}`} alt={name} decoding="async" draggable={false} />
      </div>
    </section>
  );
}
