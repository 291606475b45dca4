// The Images screen: tools, canvas or comparison, the bar with the request below it, and the history at the right.

import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { MASK_TOOL_IDS } from '../../shared/images/mask-tools.ts';
import { useCommand, useCommons, useSession, useShell, useTranslation } from '../services.ts';
import { FeatureLayout } from '../shell/FeatureLayout.tsx';
import { kindOfFile } from '../shell/file-kinds.ts';
import { startWorker } from '../trusted-types.ts';
import { CompareView } from './compare/CompareView.tsx';
import { type CompareStage, createCompareStage } from './compare/compare-stage.ts';
import compareWorkerUrl from './compare/compare-worker.ts?worker&url';
import { CropBar } from './crop/CropBar.tsx';
import { CropLayer } from './crop/CropLayer.tsx';
import { CropLine } from './crop/CropLine.tsx';
import { useCropKind, WithCrop } from './crop/WithCrop.tsx';
import styles from './ImagesView.module.css';
import type { Cropping } from './images-state.ts';
import { type ImagesStore, isEditJob } from './images-store.ts';
import { MaskCanvas } from './mask/MaskCanvas.tsx';
import type { MaskStage } from './mask/mask-stage.ts';
import { StatusLine } from './mask/StatusLine.tsx';
import { ToolBar } from './mask/ToolBar.tsx';
import { ToolColumn } from './mask/ToolColumn.tsx';
import {
  canvasContent,
  comparedResult,
  isCanvasShown,
  resultAtHand,
  shownKey,
  shownMode,
  shownResult,
  watchedId,
} from './middle.ts';
import { PromptBar } from './request/PromptBar.tsx';
import { GridBar } from './results/GridBar.tsx';
import { History } from './results/History.tsx';
import { PaintBackDone } from './results/PaintBackDone.tsx';
import { ReadyNotice } from './results/ReadyNotice.tsx';
import { ResultBar } from './results/ResultBar.tsx';
import { RunningBar, RunningView } from './results/RunningView.tsx';
import { saveShown } from './results/result-menu.tsx';
import { useCanvasContent } from './results/use-canvas-content.ts';
import { useComparing } from './results/use-comparing.ts';
import { DropZone, type Held, type Meaning } from './tray/DropZone.tsx';
import { TRAY_TYPE } from './tray/drag-type.ts';
import { NoticeBar } from './tray/NoticeBar.tsx';
import { ReferenceView } from './tray/ReferenceView.tsx';
import { mayBring, readTransfer } from './tray/source-input.ts';

type ImagesViewProps = { store: ImagesStore; stage: MaskStage };

/** The Images screen. */
export function ImagesView({ store, stage }: ImagesViewProps) {
  const { t } = useTranslation();
  const isPanelOpen = useSession((session) => session.settings.layout.isRightPanelOpen);
  const selected = useStore(store, comparedResult);
  const jobId = useStore(store, (images) => watchedId(images.middle));
  const jobs = useSession((session) => session.jobs);
  const watched = jobs.filter(isEditJob).find(({ id }) => id === jobId);
  const pictures = useStore(store, (images) => images.pictures);
  const referenceKey = useStore(store, (images) => shownKey(images.middle));
  const reference = pictures.find(({ key }) => key === referenceKey);
  // An edit is shown as soon as it is listed.
  const isMaskShown = selected === undefined && watched === undefined && reference === undefined;
  // There is nothing to paint on while the file of picture 1 is missing.
  const isPaintable = useStore(
    store,
    ({ pictures: [source], missingFiles }) => !missingFiles.has(source?.mediaId ?? ''),
  );
  const mode = useStore(store, (images) => shownMode(images.middle, images.compareMode));
  const content = useCanvasContent(store);
  const isCropping = useCropKind(store) !== null;
  const isCanvasAtWork = isMaskShown && isPaintable && !isCropping;
  const notice = !isPanelOpen && <ReadyNotice store={store} />;
  const [isLevelling, setLevelling] = useState(false);
  useFocusAfter(isCropping, store, stage);
  const [held, setHeld] = useState<Held | null>(null);
  const [compareStage] = useState(() => createCompareStage(() => startWorker(compareWorkerUrl), stage.navigation));
  useImageCommands(store, stage, compareStage);
  usePaste(store);

  const shown = useStore(store, shownResult);

  const onDragOver = (event: DragEvent): void => {
    if (!mayBring(event.dataTransfer.types) || event.dataTransfer.types.includes(TRAY_TYPE)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    const next = { meaning: meaningOf(event.target), count: countOf(event.dataTransfer) };
    setHeld((before) => (before?.meaning === next.meaning && before.count === next.count ? before : next));
  };
  const onDragLeave = (event: DragEvent): void => {
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
    setHeld(null);
  };
  const onDrop = (event: DragEvent): void => {
    setHeld(null);
    if (event.dataTransfer.types.includes(TRAY_TYPE)) return;
    if (take(store, event.dataTransfer, meaningOf(event.target))) event.preventDefault();
  };

  return (
    // Pictures can be dropped anywhere on the screen; from the keyboard they are chosen or pasted.
    <FeatureLayout
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
      panel={isPanelOpen && <History store={store} />}
    >
      <NoticeBar store={store} />
      <div className={styles.work}>
        <ToolColumn store={store} stage={stage} />
        <div className={styles.middle}>
          <WithCrop store={store}>
            {(cropping) => (
              <CropBar store={store} cropping={cropping} isLevelling={isLevelling} onLevel={setLevelling} />
            )}
          </WithCrop>
          {isCanvasAtWork && content.kind === 'grid' && <GridBar store={store} notice={notice} />}
          {isCanvasAtWork && content.kind !== 'result' && content.kind !== 'grid' && (
            <ToolBar
              store={store}
              stage={stage}
              notice={notice}
              end={content.kind === 'paintingBack' && <PaintBackDone store={store} stage={stage} />}
            />
          )}
          {shown !== undefined && <ResultBar store={store} item={shown} mode={mode} />}
          {watched !== undefined && <RunningBar store={store} job={watched} />}
          <MaskCanvas
            store={store}
            stage={stage}
            isHidden={!isMaskShown}
            isDropping={held?.meaning === 'open'}
            cover={
              <WithCrop store={store}>
                {(cropping) => (
                  <CropLayer
                    store={store}
                    stage={stage}
                    cropping={cropping}
                    isLevelling={isLevelling}
                    onLevelled={() => setLevelling(false)}
                  />
                )}
              </WithCrop>
            }
          />
          <WithCrop store={store}>{(cropping) => <CropLine cropping={cropping} />}</WithCrop>
          {isCanvasAtWork && <StatusLine store={store} stage={stage} />}
          {reference !== undefined && (
            <ReferenceView store={store} picture={reference} number={pictures.indexOf(reference) + 1} />
          )}
          {watched !== undefined && <RunningView key={watched.id} job={watched} />}
          {selected !== undefined && <CompareView store={store} stage={compareStage} item={selected} mode={mode} />}
          {pictures.length > 0 && held !== null && (
            <DropZone
              text={t('images.dropOpens', { count: held.count })}
              hint={t('images.dropOpensHint')}
              isAimed={held.meaning === 'open'}
            />
          )}
        </div>
      </div>
      <PromptBar store={store} held={held} />
    </FeatureLayout>
  );
}

function useImageCommands(store: ImagesStore, stage: MaskStage, compare: CompareStage): void {
  const commons = useCommons();
  const { compareAll } = useComparing(store);
  useCommand('images.edit', () => void store.getState().edit());
  const turnOn = (kind: Cropping['kind']) => (): void => {
    const { middle, cropping, returnToMask, startCropping, startExtending } = store.getState();
    if (middle.kind === 'cropping') returnToMask();
    if (middle.kind === 'cropping' && cropping?.kind === kind) return;
    void (kind === 'crop' ? startCropping : startExtending)();
  };
  useCommand('images.crop', turnOn('crop'));
  useCommand('images.extend', turnOn('extend'));
  useCommand('images.backToMask', () => {
    const { middle, stopReplacing, leaveCrop } = store.getState();
    if (stopReplacing !== null) return stopReplacing();
    if (middle.kind === 'cropping') return leaveCrop();
    if (stage.settings().preview === null) void store.getState().goBack();
    else stage.previewer.cancel();
  });
  useCommand('images.before', () => store.getState().showBefore(true));
  useCommand('images.compare', () => {
    const { middle, select, goBack } = store.getState();
    const content = canvasContent(store.getState());
    if (middle.kind === 'result') void goBack();
    else if (content.kind === 'result') select(content.item.id);
    else if (content.kind === 'grid') compareAll(content.items.map(({ id }) => id));
  });
  useCommand('images.paintBack', () => {
    const item = shownResult(store.getState());
    if (item !== undefined) void store.getState().paintBack(item.id);
  });
  useCommand('images.cancel', () => store.getState().cancelNewest());
  useCommand('images.saveAs', () => {
    const { results, report } = store.getState();
    const item = resultAtHand(store.getState()) ?? results.at(-1);
    if (item) void saveShown(commons, store, item).then(report);
  });
  // These commands act on the mask only, so nothing hidden changes while another pane is active.
  const onMask = (act: () => void) => (): void => {
    const { middle, isReplacing } = store.getState();
    if (isCanvasShown(middle) && !isReplacing) act();
  };
  const { commands } = commons;
  useEffect(() => {
    const withdraw = MASK_TOOL_IDS.map((tool) => commands.offer(`mask.${tool}`, () => stage.change({ tool })));
    return () => {
      for (const end of withdraw) end();
    };
  }, [commands, stage]);
  useCommand(
    'mask.fill',
    onMask(() => stage.apply({ type: 'fillHoles' })),
  );
  useCommand(
    'mask.invert',
    onMask(() => stage.apply({ type: 'invert' })),
  );
  useCommand(
    'mask.clear',
    onMask(() => stage.apply({ type: 'clear' })),
  );
  useCommand('mask.smaller', () => stage.stepBrush(-1));
  useCommand('mask.larger', () => stage.stepBrush(1));
  // Zoom commands apply to the active pane.
  const onEither = (onCanvas: () => void, onComparison: () => void) => (): void => {
    const { middle } = store.getState();
    if (isCanvasShown(middle)) onCanvas();
    if (middle.kind === 'result') onComparison();
  };
  useCommand('view.fit', onEither(stage.fit, compare.fit));
  useCommand(
    'view.actualSize',
    onEither(() => stage.zoomTo(1), compare.actualSize),
  );
  useCommand(
    'view.zoomIn',
    onEither(
      () => stage.stepZoom(1),
      () => compare.stepZoom(1),
    ),
  );
  useCommand(
    'view.zoomOut',
    onEither(
      () => stage.stepZoom(-1),
      () => compare.stepZoom(-1),
    ),
  );
  useCommand(
    'view.maskOnly',
    onMask(() => stage.changeAppearance({ isMaskOnly: !stage.settings().appearance.isMaskOnly })),
  );
  useCommand('view.overlay', onMask(stage.nextOverlay));
}

/** Gives the focus to the canvas when a crop has ended, unless something else has it. */
function useFocusAfter(isCropping: boolean, store: ImagesStore, stage: MaskStage): void {
  const isReplacing = useStore(store, (images) => images.isReplacing);
  const wasCropping = useRef(false);
  useEffect(() => {
    if (isCropping) wasCropping.current = true;
    else if (wasCropping.current && !isReplacing) {
      wasCropping.current = false;
      if (document.activeElement === document.body) stage.focus();
    }
  }, [isCropping, isReplacing, stage]);
}

/** Takes pictures and addresses that are pasted, as if they were dropped there; text pasted into a field stays text. */
function usePaste(store: ImagesStore): void {
  const isShown = useShell((shell) => shell.tab === 'images');
  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    if (!isShown || event.clipboardData === null || event.defaultPrevented) return;
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea');
    if (isTyping && event.clipboardData.files.length === 0) return;
    if (take(store, event.clipboardData, meaningOf(event.target))) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
}

/** @param target where it is dropped, or what has the focus when it is pasted */
function meaningOf(target: EventTarget | null): Meaning {
  const isBeside = target instanceof Element && target.closest('[data-drop="add"]') !== null;
  return isBeside ? 'add' : 'open';
}

/** How many pictures are held; what is not a file is an address. */
function countOf({ items }: DataTransfer): number {
  return Math.max(1, [...items].filter(({ kind }) => kind === 'file').length);
}

/** Takes pictures from a drop or the clipboard. False if there are none: other files are not this screen's. */
function take(store: ImagesStore, transfer: DataTransfer, meaning: Meaning): boolean {
  const { files, addresses } = readTransfer(transfer);
  const pictures = files.filter((file) => !['text', 'audio'].includes(kindOfFile(file)));
  const { addFiles, openFiles, addAddresses, openAddresses } = store.getState();
  const isOpened = meaning === 'open';
  if (pictures.length > 0) void (isOpened ? openFiles : addFiles)(pictures);
  else if (addresses.length > 0) void (isOpened ? openAddresses : addAddresses)(addresses);
  return pictures.length + addresses.length > 0;
}
