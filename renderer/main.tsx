// Starts the window: creates the parts of the page, each from what the steps before have made, paints, and reports to
// main that the window is usable. Makes no decisions.

import { CSPProvider } from '@base-ui/react/csp-provider';
import { createRoot } from 'react-dom/client';
import type { AppState } from '../shared/contract/app.ts';
import type { StudioBridge } from '../shared/contract/index.ts';
import { fixedTexts, type Locale, resolveLocale } from '../shared/i18n/index.ts';
import { composeFrame } from './compose/frame.ts';
import { composeItems } from './compose/items.ts';
import { composeLate, dialogOpeners } from './compose/late.ts';
import { type Composed, composeLifetime } from './compose/lifetime.ts';
import { composeSound } from './compose/sound.ts';
import { composeSpeech } from './compose/speech.ts';
import { GettingStarted } from './help/GettingStarted.tsx';
import { followGettingStarted } from './help/getting-started.ts';
import { HelpLayer } from './help/HelpLayer.tsx';
import { createIpc, type Ipc } from './ipc.ts';
import { isIsolated } from './isolation.ts';
import { lateParts } from './late-parts.tsx';
import { type Services, ServicesProvider } from './services.ts';
import { App } from './shell/App.tsx';
import { DrawGuard } from './shell/DrawGuard.tsx';
import { ScriptText } from './speech/Editor.tsx';
import { SpeechView } from './speech/SpeechView.tsx';
import { readAllTexts, readTexts } from './texts.ts';
import { installTrustedTypesPolicy } from './trusted-types.ts';
import { readLateCode } from './ui/late-code.ts';
import { followArrivals } from './window/follow-arrivals.ts';
import { restoreWork } from './window/restore-work.ts';
import { createShowElsewhere } from './window/show-elsewhere.ts';

declare global {
  interface Window {
    readonly studio: StudioBridge;
  }
}

/** If no frame is drawn within this time, in milliseconds, the window counts as hidden. */
const HIDDEN_WINDOW_MS = 500;

/** The window is drawn without its takes if another program keeps the library busy for longer, in milliseconds. */
const SLOW_LIBRARY_MS = 1000;

installTrustedTypesPolicy();
const container = document.getElementById('root');
if (container !== null) void start(createIpc(window.studio), container);

async function start(ipc: Ipc, root: HTMLElement): Promise<void> {
  const system = resolveLocale('system', [navigator.language]);
  // Meanwhile, since it most likely is the language of the app.
  const [loaded] = await Promise.all([ipc.request('app.getState', null), hasRead(system)]);
  const locale = loaded.ok ? loaded.data.locale : system;
  if (loaded.ok && (await hasRead(locale))) return open(ipc, loaded.data, root);
  root.textContent = fixedTexts(locale)('app.startFailed');
}

function hasRead(locale: Locale): Promise<boolean> {
  return readTexts(locale).then(
    () => true,
    () => false,
  );
}

async function open(ipc: Ipc, initial: AppState, root: HTMLElement): Promise<void> {
  const frame = composeFrame(ipc, initial);
  const drafts = frame.drafts.load();
  // Meanwhile main reads drafts and library. The first paint does not wait for it.
  void ScriptText.read();
  const sound = composeSound(frame);
  const composed: Composed = { ...frame, ...sound, ...composeSpeech(frame, sound), ...composeItems(frame, sound) };
  const { scripts, desk, session, shell } = composed;
  const scope = composeLifetime(composed);
  const sides = composeLate({ ...frame, ...sound }, scope.add);
  const parts = lateParts(sides);
  const images = async () => (await sides.images())?.images ?? null;
  const library = async () => (await sides.library())?.library ?? null;
  const settings = async () => (await sides.library())?.settings ?? null;
  const elsewhere = createShowElsewhere({ ...composed, images, library });
  const { greeted, restoreOthers } = restoreWork(drafts, { ...composed, images, settings });
  const { tab } = shell.getState();
  await Promise.all([
    Promise.race([greeted, new Promise((resolve) => setTimeout(resolve, SLOW_LIBRARY_MS))]),
    tab !== 'speech' && parts[tab].read(),
  ]);
  const beginWork = {
    speech: () => scripts.getState().begin(),
    images: async () => {
      await images();
      await desk.getState().clear('images');
    },
  };
  draw(root, composed, parts, { ...composed, ...elsewhere, ...dialogOpeners(sides.dialogs), beginWork });
  await painted();
  // What is opened finds what was there before. The parts are read at once, so that none is read when it is wanted: an
  // update may have replaced the app's files meanwhile.
  await Promise.all([restoreOthers(), readLateCode(), readAllTexts()]);
  const store = await images();
  scope.add(
    ...followArrivals({ ...composed, ...elsewhere, images }),
    followGettingStarted({
      session,
      shell,
      onPicture: (act) =>
        store?.subscribe((now, before) => {
          if (now.pictures.length > before.pictures.length) act();
        }) ?? (() => {}),
    }),
  );
  void ipc.request('app.reportUsable', { isIsolated });
}

function draw(root: HTMLElement, composed: Composed, parts: ReturnType<typeof lateParts>, services: Services): void {
  const { dialogs: Dialogs, images: ImagesScreen, library: LibraryScreen, settings: SettingsScreen } = parts;
  const views = {
    speech: <SpeechView {...composed} store={composed.speech} />,
    images: <ImagesScreen />,
    library: <LibraryScreen />,
    settings: <SettingsScreen />,
  };
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <ServicesProvider value={services}>
        <DrawGuard>
          <App views={views} strip={<GettingStarted />} />
          <HelpLayer />
        </DrawGuard>
        <DrawGuard>
          <Dialogs importing={composed.importing} />
        </DrawGuard>
      </ServicesProvider>
    </CSPProvider>,
  );
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
