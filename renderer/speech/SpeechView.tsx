// The speech screen: editor, takes, and the panel that generates.

import { useStore } from 'zustand';
import { FeatureLayout } from '../app/FeatureLayout.tsx';
import { saveBest } from '../app/item-actions.ts';
import { RightPanel } from '../app/RightPanel.tsx';
import { useCommand, usePlayer, useServices, useSession, useWords } from '../app/services.ts';
import { Editor } from './Editor.tsx';
import { GenerateFoot } from './GenerateFoot.tsx';
import { SpeechControls } from './SpeechControls.tsx';
import type { SpeechStore } from './speech-store.ts';
import { TakesList } from './TakesList.tsx';

/** The speech screen. */
export function SpeechView({ store }: { store: SpeechStore }) {
  const services = useServices();
  const { t } = useWords();
  const isPanelOpen = useSession((session) => session.settings.layout.isRightPanelOpen);
  const loaded = usePlayer((player) => player.item);
  const newest = useStore(store, (speech) => speech.takes[0]);
  useCommand('speech.generate', () => void store.getState().generate());
  useCommand('speech.cancel', () => store.getState().cancelNewest());
  useCommand('take.saveAs', () => {
    const item = loaded ?? newest;
    if (item) void saveBest(services, item).then(store.getState().report);
  });
  return (
    <FeatureLayout
      panel={
        isPanelOpen && (
          <RightPanel label={t('speech.settings')} footer={<GenerateFoot store={store} />}>
            <SpeechControls store={store} />
          </RightPanel>
        )
      }
    >
      <Editor store={store} />
      <TakesList store={store} />
    </FeatureLayout>
  );
}
