// The voice gallery: the voices as cards, or what those of the shortlist said, and below them the shortlist.

import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useCommand, useTranslation } from '../../services.ts';
import { FeatureLayout } from '../../shell/FeatureLayout.tsx';
import { Button } from '../../ui/Button.tsx';
import type { AuditionStore } from '../audition-store.ts';
import type { SpeechStore } from '../speech-store.ts';
import type { VoiceSamplesStore } from '../voice-samples.ts';
import { Comparison } from './Comparison.tsx';
import styles from './GalleryView.module.css';
import { Shortlist } from './Shortlist.tsx';
import { VoiceGrid } from './VoiceGrid.tsx';

type GalleryViewProps = { store: AuditionStore; speech: SpeechStore; samples: VoiceSamplesStore };

/** The voice gallery. */
export function GalleryView({ store, speech, samples }: GalleryViewProps) {
  const { t } = useTranslation();
  const isComparing = useStore(store, (audition) => audition.isComparing);
  const role = useStore(store, (audition) => audition.role?.name);
  const [search, setSearch] = useState('');
  const { back } = store.getState();
  useCommand('speech.leaveAudition', back);
  return (
    <FeatureLayout
      onKeyDown={(event) => {
        // Outside text fields Escape is a command.
        const isHere = event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing;
        if (event.key !== 'Escape' || !isHere || event.defaultPrevented) return;
        if (!isComparing && search !== '') setSearch('');
        else back();
      }}
    >
      <div className={styles.bar}>
        <Button variant="plain" onClick={back}>
          <ArrowLeft size={16} aria-hidden />
          {t(isComparing ? 'gallery.allVoices' : 'audition.back')}
        </Button>
        <h2 className={styles.title}>{t('gallery.title')}</h2>
        {role !== undefined && <span className={styles.role}>{t('audition.forRole', { role })}</span>}
      </div>
      {isComparing ? (
        <Comparison store={store} />
      ) : (
        <VoiceGrid store={store} speech={speech} samples={samples} search={search} onSearch={setSearch} />
      )}
      <Shortlist store={store} />
    </FeatureLayout>
  );
}
