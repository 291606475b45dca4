// The Speech screen: editor, takes, and the panel with the settings and *Generate*.

import { useStore } from 'zustand';
import { saveBest } from '../items/item-actions.ts';
import { useCommand, useCommons, usePlayer, useSession, useTranslation } from '../services.ts';
import { FeatureLayout } from '../shell/FeatureLayout.tsx';
import { latePart } from '../shell/late-part.tsx';
import { RightPanel } from '../shell/RightPanel.tsx';
import { type AuditionStore, firstLine } from './audition-store.ts';
import { CastLayout } from './cast/CastLayout.tsx';
import type { TakeComparison } from './compare/take-comparison.ts';
import { Editor } from './Editor.tsx';
import { GenerateFooter } from './GenerateFooter.tsx';
import type { ImportStore } from './import/import-store.ts';
import { ScriptImport } from './import/ScriptImport.tsx';
import { SpeechControls } from './SpeechControls.tsx';
import { ScriptExport } from './script/ScriptExport.tsx';
import type { ScriptListStore } from './script/script-list.ts';
import type { ScriptPlayer } from './script/script-player.ts';
import type { ScriptStore } from './script/script-store.ts';
import { useScriptTools } from './script/use-script-tools.tsx';
import type { SpeechStore } from './speech-store.ts';
import { TakesList } from './TakesList.tsx';
import type { VoiceSamplesStore } from './voice-samples.ts';

const GalleryView = latePart(async () => (await import('./gallery/GalleryView.tsx')).GalleryView);
const CompareTakesDialog = latePart(async () => (await import('./compare/CompareTakesDialog.tsx')).CompareTakesDialog);
const Outline = latePart(async () => (await import('./chapters/Outline.tsx')).Outline);
const TextNotices = latePart(async () => (await import('./script/TextNotices.tsx')).TextNotices);

type SpeechViewProps = {
  store: SpeechStore;
  script: ScriptStore;
  scripts: ScriptListStore;
  scriptPlayer: ScriptPlayer;
  importing: ImportStore;
  audition: AuditionStore;
  samples: VoiceSamplesStore;
  comparison: TakeComparison;
};

/** The Speech screen. */
export function SpeechView(props: SpeechViewProps) {
  const { store, script, scripts, scriptPlayer, importing, audition, samples, comparison } = props;
  const commons = useCommons();
  const { t } = useTranslation();
  const isPanelOpen = useSession((session) => session.settings.layout.isRightPanelOpen);
  const loaded = usePlayer((player) => player.item);
  const newest = useStore(store, (speech) => speech.takes[0]);
  const isAuditioning = useStore(audition, (state) => state.isOpen);
  const hasChapters = useStore(script, ({ lines }) => lines.some(({ record }) => record?.chapter !== undefined));
  const tools = useScriptTools({ script, speech: store, samples, audition });
  useCommand('speech.generate', () => void (isAuditioning ? audition.getState().run() : store.getState().generate()));
  useCommand('speech.cancel', () => (isAuditioning ? audition.getState().cancel() : store.getState().cancel()));
  useCommand('speech.audition', () => audition.getState().open(firstLine(script.getState().lines)));
  useCommand('take.saveAs', () => {
    const item = loaded ?? newest;
    if (item) void saveBest(commons, item).then(store.getState().report);
  });
  if (isAuditioning) return <GalleryView store={audition} speech={store} samples={samples} />;
  return (
    <FeatureLayout
      panel={
        isPanelOpen && (
          <RightPanel label={t('speech.settings')} footer={<GenerateFooter store={store} script={script} />}>
            <SpeechControls store={store} script={script} audition={audition} samples={samples} />
          </RightPanel>
        )
      }
    >
      <CastLayout panel={tools.cast}>
        <Editor
          store={store}
          script={script}
          scripts={scripts}
          scriptPlayer={scriptPlayer}
          audition={audition}
          onCompare={comparison.getState().open}
          pronunciation={tools.pronunciation}
          outline={hasChapters && <Outline script={script} speech={store} />}
          notice={<TextNotices script={script} />}
        >
          {tools.buttons}
          <ScriptImport store={importing} />
          <ScriptExport script={script} player={scriptPlayer} onGenerate={() => void store.getState().generate()} />
        </Editor>
        <TakesList store={store} script={script} comparison={comparison} />
      </CastLayout>
      {tools.dialogs}
      <CompareTakesDialog store={comparison} script={script} />
    </FeatureLayout>
  );
}
