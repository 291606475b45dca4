// Starts the window: bridge, stores, engines, then the first paint; afterwards reports to main that the window is
// usable.

import { CSPProvider } from '@base-ui/react/csp-provider';
import { createRoot } from 'react-dom/client';
import lameUrl from 'wasm-media-encoders/wasm/mp3?url';
import type { StudioBridge } from '../shared/contract/index.ts';
import { draftBody } from '../shared/drafts.ts';
import { appError } from '../shared/errors.ts';
import { resolveLocale, type Translate } from '../shared/i18n/index.ts';
import { createBatchStore } from './app/batch/batch-store.ts';
import { createRenameStore } from './app/batch/rename-store.ts';
import { createExportStore } from './app/export/export-store.ts';
import { errorText } from './app/items/error-text.ts';
import { createExchangesStore } from './app/items/inspector/exchanges-store.ts';
import { watchDrags } from './app/items/keeping/dragged.ts';
import { createKeptStore } from './app/items/keeping/kept-store.ts';
import { createMissingMediaStore } from './app/items/missing-media.ts';
import thumbnailWorkerUrl from './app/items/thumbnail-worker.ts?worker&url';
import { createThumbnails } from './app/items/thumbnails.ts';
import { connectMediaKeys } from './app/player/media-keys.ts';
import { createPlayerStore } from './app/player/player-store.ts';
import { attention } from './app/queue/attention.ts';
import { type Services, ServicesProvider, translatorOf } from './app/services.ts';
import { createSessionStore } from './app/session-store.ts';
import { createSheetDrawer } from './app/sheet/sheet-drawer.ts';
import { createSheetStore } from './app/sheet/sheet-store.ts';
import sheetWorkerUrl from './app/sheet/sheet-worker.ts?worker&url';
import { App } from './app/shell/App.tsx';
import { followBroughtFiles } from './app/shell/brought-files.ts';
import { createCommandRegistry } from './app/shell/command-registry.ts';
import { DrawGuard } from './app/shell/DrawGuard.tsx';
import { readLateParts } from './app/shell/late-part.tsx';
import { followOpenedFiles } from './app/shell/opened-files.ts';
import { createShellStore } from './app/shell/shell-store.ts';
import { createDeletingStore } from './app/trash/deleting-store.ts';
import { notifyDeleted } from './app/trash/notify-deleted.ts';
import { createDraftKeeper } from './app/work/draft-keeper.ts';
import { createHistoryStore } from './app/work/history.ts';
import { announceStep } from './app/work/offer-undo.ts';
import { createWorkDesk } from './app/work/work-desk.ts';
import { createAuditionPlayer } from './audio/audition-player.ts';
import levelWorkerUrl from './audio/export/encode/level-worker.ts?worker&url';
import exportWorkerUrl from './audio/export/export-worker.ts?worker&url';
import { createSoundExporter } from './audio/export/port.ts';
import { createLiveOutput } from './audio/live-output.ts';
import workletUrl from './audio/live-worklet.ts?worker&url';
import { createPeaksLibrary } from './audio/peaks-library.ts';
import { createPlayer } from './audio/player.ts';
import { openContextOutput } from './audio/sequence/sequence-output.ts';
import { createSequencePlayer } from './audio/sequence/sequence-player.ts';
import { createSoundDecoder } from './audio/sound-decoder.ts';
import soundWorkerUrl from './audio/sound-worker.ts?worker&url';
import { GettingStarted } from './help/GettingStarted.tsx';
import { followGettingStarted } from './help/getting-started.ts';
import { HelpLayer } from './help/HelpLayer.tsx';
import { createPictureConverter } from './images/convert-picture.ts';
import type { Images } from './images/images-state.ts';
import { createImagesStore } from './images/images-store.ts';
import { createMaskStage } from './images/mask/mask-stage.ts';
import { createPicturePort } from './images/picture-port.ts';
import { readSamplePicture } from './images/sample-picture.ts';
import { createIpc, type Ipc } from './ipc.ts';
import { isIsolated } from './isolation.ts';
import { Dialogs, ImagesView, LibraryView, SettingsView } from './late-parts.tsx';
import { createLibraryStore } from './library/library-store.ts';
import { createScope } from './lifetime/scope.ts';
import { createAboutStore } from './settings/about-store.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import { createStorageUseStore } from './settings/storage-use-store.ts';
import { createUsageStore } from './settings/usage-store.ts';
import { createAuditionStore } from './speech/audition-store.ts';
import { createTakeComparison } from './speech/compare/take-comparison.ts';
import { createImportStore } from './speech/import/import-store.ts';
import importWorkerUrl from './speech/import/import-worker.ts?worker&url';
import { createScriptFiles } from './speech/import/script-files.ts';
import { SpeechView } from './speech/SpeechView.tsx';
import { isWritten } from './speech/sample-texts.ts';
import { createScriptList } from './speech/script/script-list.ts';
import { createScriptPlayer } from './speech/script/script-player.ts';
import { createScriptStore } from './speech/script/script-store.ts';
import { createSpeechStore } from './speech/speech-store.ts';
import { createVoiceSamples } from './speech/voice-samples.ts';
import { installTrustedTypesPolicy, startWorker } from './trusted-types.ts';
import { createToastManager } from './ui/Toasts.tsx';

declare global {
  interface Window {
    readonly studio: StudioBridge;
  }
}

/** If no frame is drawn within this time, in milliseconds, the window counts as hidden. */
const HIDDEN_WINDOW_MS = 500;

/** The window is drawn without its takes if they could not be read within this time, in milliseconds. */
const SLOW_LIBRARY_MS = 1000;

installTrustedTypesPolicy();
const container = document.getElementById('root');
if (container !== null) void start(createIpc(window.studio), container);

async function start(ipc: Ipc, root: HTMLElement): Promise<void> {
  const loaded = await ipc.request('app.getState', null);
  if (!loaded.ok) {
    const locale = resolveLocale('system', [navigator.language]);
    root.textContent = translatorOf(locale)('app.startFailed');
    return;
  }
  const session = createSessionStore({ ipc, initial: loaded.data });
  const drafts = createDraftKeeper(ipc);
  const keptDrafts = drafts.load();
  // A chunk of its own: it is read while main reads drafts and library.
  const loadedEditor = import('./speech/editor/create-text-editor.ts');
  const toasts = createToastManager();
  const history = createHistoryStore();
  const desk = createWorkDesk({
    ipc,
    history,
    announce: (screen, { title }, step) => {
      const { locale } = session.getState();
      announceStep({ toasts, session, history }, screen, title(translatorOf(locale), locale), step);
    },
    report: ({ code }) =>
      toasts.add({ title: errorText(code, 'title', translatorOf(session.getState().locale), 'speech') }),
  });
  const shell = createShellStore();
  const decoder = createSoundDecoder(() => startWorker(soundWorkerUrl), isIsolated);
  const peaks = createPeaksLibrary(decoder);
  const engine = createPlayer(isIsolated ? createLiveOutput(workletUrl) : null);
  const player = createPlayerStore({ engine, decoder, peaks, session });
  const makeId = (): string => crypto.randomUUID();
  const { voice, speed, extras } = session.getState().settings.speech;
  const script = createScriptStore({ ipc, session, drafts, base: { voice, speed, extras }, makeId });
  const speech = createSpeechStore({
    ipc,
    session,
    history,
    script,
    sound: player.getState(),
    hear: (lineId) => scriptPlayer.playIfSilent(lineId),
  });
  const scripts = createScriptList({
    ipc,
    script,
    history,
    makeId,
    announce: (told, step) => {
      const { locale } = session.getState();
      announceStep({ toasts, session, history }, 'speech', told(translatorOf(locale), locale), step);
    },
    report: speech.getState().report,
  });
  const scriptPlayer = createScriptPlayer({
    script,
    speech,
    player,
    session,
    engine: createSequencePlayer({ openOutput: openContextOutput, openTake: decoder.openTake }),
    translate: () => translatorOf(session.getState().locale),
  });
  const notify = (say: (t: Translate) => string): void =>
    void toasts.add({ title: say(translatorOf(session.getState().locale)) });
  const importing = createImportStore({
    files: createScriptFiles(() => startWorker(importWorkerUrl)),
    script,
    scripts,
    notify,
    makeId,
  });
  const samples = createVoiceSamples({ ipc, play: (item) => player.getState().play(item) });
  const audition = createAuditionStore({ ipc, session, speech, drafts, player: createAuditionPlayer(), bar: player });
  const comparison = createTakeComparison({ ipc, player: createAuditionPlayer(), bar: player });
  const stage = createMaskStage({
    hasSharedMemory: isIsolated,
    remembered: loaded.data.settings.mask,
    remember: (mask) => session.getState().updateSettings({ mask }),
    keep: async (key, tiles) => (await ipc.request('drafts.saveMask', { key, tiles: [...tiles] })).ok,
    isWheelZoom: () => session.getState().settings.canvas.isWheelZoom,
    onRestart: (lost) => images.getState().report(appError(lost === 0 ? 'mask.restarted' : 'mask.steps_lost')),
    onCrash: (reason) => images.getState().report(appError('mask.ended', { reason })),
  });
  const missing = createMissingMediaStore({ ipc });
  const pictures = createPicturePort();
  const images = createImagesStore({
    ipc,
    session,
    mask: stage,
    pictures,
    missing,
    drafts,
    history,
    desk,
    readSample: readSamplePicture,
  });
  const kept = createKeptStore({ ipc });
  const library = createLibraryStore({ ipc });
  const settings = createSettingsStore({ ipc, session, drafts });
  const about = createAboutStore({ ipc, readNotices });
  const exchanges = createExchangesStore({ ipc });
  const thumbnails = createThumbnails({ ipc, peaks, createWorker: () => startWorker(thumbnailWorkerUrl) });
  const exportSound = createSoundExporter(() => startWorker(exportWorkerUrl), {
    lame: lameUrl,
    levelWorker: levelWorkerUrl,
  });
  const exporting = createExportStore({ ipc, exportSound });
  const services: Services = {
    ipc,
    session,
    shell,
    player,
    engine,
    decoder,
    peaks,
    exchanges,
    thumbnails,
    exporting,
    batch: createBatchStore({
      ipc,
      session,
      openConverters: () => ({ exportSound, ...createPictureConverter() }),
    }),
    renaming: createRenameStore(ipc),
    sheet: createSheetStore({
      ipc,
      session,
      openDrawer: () => createSheetDrawer(() => startWorker(sheetWorkerUrl)),
      translate: () => translatorOf(session.getState().locale),
    }),
    deleting: createDeletingStore({
      ipc,
      unload: (ids) => player.getState().unload(ids),
      notify: (done) => notifyDeleted({ toasts, session }, done),
    }),
    missing,
    kept,
    commands: createCommandRegistry(),
    toasts,
    history,
    desk,
    beginWork: { speech: () => scripts.getState().begin(), images: () => desk.getState().clear('images') },
    showInSpeech: ({ text, format, ...base }) => {
      const { voice, speed, extras } = base;
      void scripts
        .getState()
        .begin({ text, base: { voice, speed, extras } }, (t) => t('script.usedText'))
        .then(() => speech.getState().change({ format }));
      shell.getState().openTab('speech');
    },
    showInImages: (request) => {
      void images.getState().recall(request);
      shell.getState().openTab('images');
    },
    openScript: async (scriptId, lineId) => {
      audition.getState().close();
      shell.getState().openTab('speech');
      const isOpen = await scripts.getState().open(scriptId);
      if (isOpen && lineId !== undefined) script.getState().showLine(lineId);
      return isOpen;
    },
    showInLibrary: (itemId) => {
      const { settings: chosen, updateLayout } = session.getState();
      if (!chosen.layout.isRightPanelOpen) updateLayout({ isRightPanelOpen: true });
      shell.getState().openTab('library');
      void library.getState().showItem(itemId);
    },
  };
  const scope = createScope();
  // Disposed of last: the stores may change their drafts before.
  scope.add(drafts.dispose);
  for (const part of [thumbnails, pictures, stage, decoder]) scope.add(part.dispose);
  const stores = [
    session,
    player,
    exchanges,
    missing,
    kept,
    library,
    images,
    speech,
    script,
    samples,
    audition,
    comparison,
  ];
  for (const store of stores) scope.add(() => store.getState().dispose());
  scope.add(scriptPlayer.dispose);
  scope.add(
    ipc.on('speech.chunkArrived', ({ jobId, ...chunk }) => decoder.feed({ takeId: jobId, ...chunk })),
    connectMediaKeys(player),
    watchDrags(),
  );
  // A missing file may have been put back while another window was used.
  const { lookAgain } = missing.getState();
  addEventListener('focus', lookAgain);
  scope.add(() => removeEventListener('focus', lookAgain));
  addEventListener('pagehide', scope.dispose);

  const restoredScript = keptDrafts.then(async (kept) => {
    const ofSpeech = draftBody(kept, 'speech');
    // What was typed before it could be read is another script.
    if (ofSpeech === null || isWritten(script.getState().text)) return;
    speech.getState().report(await script.getState().open(ofSpeech.scriptId));
  });
  const restored = keptDrafts.then(async (kept) => {
    await restoredScript;
    const ofAudition = draftBody(kept, 'audition');
    if (ofAudition !== null) audition.getState().restore(ofAudition);
    const ofForm = draftBody(kept, 'connection');
    if (ofForm !== null) settings.getState().restore(ofForm);
    const ofImages = draftBody(kept, 'images');
    if (ofImages !== null && !(await images.getState().restore(ofImages)))
      await desk.getState().addAside({ screen: 'images', body: ofImages });
    await desk.getState().reload();
  });

  // The first window starts with a sample text. The takes show whether it is the first, so they are read before
  // rendering, unless the library is slow to open: another program may hold a lock on it.
  const isRead = Promise.all([speech.getState().reloadTakes(), restoredScript]);
  const greeted = isRead.then(() => {
    const { takes, problem } = speech.getState();
    const { isKept, text, setText } = script.getState();
    const isToldOfOthers = attention(session.getState().jobs).speech.length > 0;
    const isFirst = takes.length === 0 && problem === null && !isToldOfOthers && text === '' && !isKept;
    if (isFirst) setText(translatorOf(loaded.data.locale)('speech.sample'));
  });
  await Promise.race([greeted, new Promise((resolve) => setTimeout(resolve, SLOW_LIBRARY_MS))]);

  const { createTextEditor } = await loadedEditor;
  const views = {
    speech: (
      <SpeechView
        store={speech}
        script={script}
        scripts={scripts}
        scriptPlayer={scriptPlayer}
        importing={importing}
        audition={audition}
        samples={samples}
        comparison={comparison}
        createTextEditor={createTextEditor}
      />
    ),
    images: <ImagesView store={images} stage={stage} />,
    library: <LibraryView store={library} />,
    settings: (
      <SettingsView
        store={settings}
        about={about}
        storage={createStorageUseStore({ ipc })}
        usage={createUsageStore({ ipc })}
      />
    ),
  };
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <ServicesProvider value={services}>
        <DrawGuard>
          <App views={views} strip={<GettingStarted />} />
          <HelpLayer />
        </DrawGuard>
        <DrawGuard>
          <Dialogs importing={importing} />
        </DrawGuard>
      </ServicesProvider>
    </CSPProvider>,
  );
  await painted();
  // What is opened finds what was there before. The parts are read at once, so that none is read when it is wanted: an
  // update may have replaced the app's files meanwhile.
  await Promise.all([restored, readLateParts()]);
  const showPictures = (files: readonly File[]): Promise<void> => {
    shell.getState().openTab('images');
    return images.getState().openFiles(files);
  };
  const showTexts = (files: readonly File[], isFolder = false): void => {
    shell.getState().openTab('speech');
    void importing.getState().bring(files, isFolder);
  };
  const stopFiles = followOpenedFiles({
    ipc,
    showPictures,
    showTexts,
    report: (name) => notify((t) => t('opened.failed', { name })),
  });
  const stopBrought = followBroughtFiles({
    showPictures: (files) => void showPictures(files),
    showTexts,
    showFolder: (files) => showTexts(files, true),
    refuse: notify,
  });
  const stopNotifications = ipc.on('notification.clicked', ({ kind, itemIds }) => {
    shell.getState().openTab(kind === 'edit' ? 'images' : 'speech');
    const [itemId] = itemIds;
    if (kind === 'edit' && itemId !== undefined) void showResult(itemId);
  });
  /**
   * Shows a result in Images if it belongs to the current picture, otherwise in the library, so that the current work
   * is not replaced.
   */
  const showResult = async (itemId: string): Promise<void> => {
    if (!(await images.getState().openResult(itemId))) services.showInLibrary(itemId);
  };
  scope.add(
    stopFiles,
    stopBrought,
    stopNotifications,
    followGettingStarted({ session, shell, onPicture: (act) => images.subscribe(whenPictureAdded(act)) }),
  );
  void ipc.request('app.reportUsable', { isIsolated });
}

/** Returns a listener of the Images screen that calls `act` when the tray gets a picture. */
function whenPictureAdded(act: () => void) {
  return (now: Pick<Images, 'pictures'>, before: Pick<Images, 'pictures'>): void => {
    if (now.pictures.length > before.pictures.length) act();
  };
}

async function readNotices(): Promise<string> {
  const reply = await fetch('/third-party-notices.txt');
  return reply.text();
}

/**
 * Resolves after two frames: the first one paints, the second follows the paint. A hidden window draws no frames, so a
 * timer is the fallback.
 */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, HIDDEN_WINDOW_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
