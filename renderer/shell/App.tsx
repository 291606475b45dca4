// The window frame: rail, the four screens, player, command palette, toasts. A screen stays mounted once opened, so
// that it keeps its state.

import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { commandFacts, commandOfKey, screenOf } from '../../shared/app/commands.ts';
import { type InterfaceScale, steppedInterfaceScale } from '../../shared/app/layout.ts';
import { LOCALES } from '../../shared/i18n/locales.ts';
import { createScope } from '../lifetime/scope.ts';
import { PlayerBar } from '../player/PlayerBar.tsx';
import { JUMP_S } from '../player/player-store.ts';
import { useCommand, useCommons, useOpening, usePlayer, useSession, useShell, useTranslation } from '../services.ts';
import { useLateCode } from '../ui/late-code.ts';
import { controlsCode } from '../ui/late-controls.ts';
import styles from './App.module.css';
import { Banners } from './Banners.tsx';
import { DrawGuard } from './DrawGuard.tsx';
import { keepFocus } from './keep-focus.ts';
import { followKeyPlace, keyPlaceOn } from './key-place.ts';
import { commandForKey, focusOn, wouldSelectPage } from './keys.ts';
import { latePart, NotRead } from './late-part.tsx';
import { Rail } from './Rail.tsx';
import { TABS, type TabId, type WorkTab } from './shell-store.ts';
import { followUndoNames, runUndo } from './undo-command.ts';

const CommandPalette = latePart(async () => (await import('./CommandPalette.tsx')).CommandPalette);
const ToastLayer = latePart(async () => (await import('../ui/Toasts.tsx')).ToastLayer);
const TooltipLayer = latePart(async () => (await import('../ui/late/TooltipLayer.tsx')).TooltipLayer);

type AppProps = { views: Readonly<Record<TabId, ReactNode>>; strip: ReactNode };

/** The window; `views` are the four screens, `strip` is shown above each of them. */
export function App({ views, strip }: AppProps) {
  const { toasts } = useCommons();
  const openTab = useShell((shell) => shell.openTab);
  const { t } = useTranslation();
  const tab = useShell((state) => state.tab);
  const hasSound = usePlayer(({ item, live, guest }) => item !== null || live !== null || guest?.script !== undefined);
  const [opened, setOpened] = useState<ReadonlySet<TabId>>(new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  /** Their stand-ins do not say so. */
  const areControlsUnread = useLateCode(controlsCode) === null;
  useDocument();
  useKeys();
  useFrameCommands();
  return (
    <>
      <Tabs.Root className={styles.window} orientation="vertical" value={tab} onValueChange={openTab}>
        <Rail />
        <main className={styles.main}>
          <h1 className={styles.heading}>{t(`tab.${tab}`)}</h1>
          <Banners />
          {strip}
          {TABS.map((id) => (
            <Tabs.Panel key={id} value={id} keepMounted className={styles.view} tabIndex={-1}>
              {opened.has(id) && <DrawGuard>{views[id]}</DrawGuard>}
            </Tabs.Panel>
          ))}
        </main>
        {(tab === 'speech' || hasSound) && <PlayerBar isCompact={tab !== 'speech'} />}
      </Tabs.Root>
      <CommandPalette />
      <TooltipLayer />
      {areControlsUnread && <NotRead onAgain={controlsCode.read} />}
      <ToastLayer manager={toasts} label={t('common.notifications')} dismissLabel={t('common.dismiss')} />
    </>
  );
}

/** Keeps language, theme and title of the document up to date. */
function useDocument(): void {
  const { t, locale } = useTranslation();
  const theme = useSession((session) => session.settings.theme);
  const surround = useSession((session) => session.settings.surround);
  useEffect(() => {
    document.documentElement.lang = LOCALES[locale].htmlLang;
    document.title = t('app.name');
  }, [locale, t]);
  // A layout effect, so that it runs before any view reads colours in an effect.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.surround = surround;
  }, [theme, surround]);
}

/** The only key handler. It also runs the commands of the native menu, and the keys that the menu intercepts. */
function useKeys(): void {
  const { commands, shell, session, history, ipc } = useCommons();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const place = {
        screen: shell.getState().tab,
        isMac: session.getState().platform === 'darwin',
        // Also inside a shadow root.
        ...focusOn(event.composedPath()[0] ?? null),
      };
      // A key that is held presses a button once.
      if (event.repeat && event.key === 'Enter' && place.takesSpace) {
        event.preventDefault();
        return;
      }
      const id = commandForKey(event, place, commands.isOffered);
      if (id === undefined) {
        if (wouldSelectPage(event, place)) event.preventDefault();
        return;
      }
      // Before the command runs: on macOS the menu handles every key the page does not prevent, repeats of a held key
      // included.
      event.preventDefault();
      if (!event.repeat || commandFacts(id).repeats) commands.run(id);
    };
    const scope = createScope();
    scope.listen(window, 'keydown', onKeyDown);
    scope.add(
      ipc.on('key.pressed', ({ key }) => {
        const id = commandOfKey(key, keyPlaceOn(shell.getState().tab), commands.isOffered);
        if (id !== undefined) commands.run(id);
      }),
      ipc.on('command.invoked', ({ id }) => {
        const screen = screenOf(commandFacts(id).when);
        // A command of another screen only shows that screen, so that nothing is sent unseen.
        if (screen !== undefined && screen !== shell.getState().tab) shell.getState().openTab(screen);
        else commands.run(id);
      }),
      keepFocus(),
      followUndoNames({ ipc, history, session, shell }),
      followKeyPlace(shell, (place) => void ipc.request('app.reportKeyPlace', place)),
    );
    return scope.dispose;
  }, [commands, shell, session, history, ipc]);
}

function useFrameCommands(): void {
  const { shell, session, history } = useCommons();
  const { beginWork } = useOpening();
  const toggle = usePlayer((player) => player.toggle);
  const seekBy = usePlayer((player) => player.seekBy);
  useCommand('view.speech', () => shell.getState().openTab('speech'));
  useCommand('view.images', () => shell.getState().openTab('images'));
  useCommand('view.library', () => shell.getState().openTab('library'));
  useCommand('view.settings', () => shell.getState().openTab('settings'));
  const goBy = (by: 1 | -1): void => {
    const { tab, openTab } = shell.getState();
    openTab(TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] ?? tab);
  };
  useCommand('view.nextTab', () => goBy(1));
  useCommand('view.previousTab', () => goBy(-1));
  const setScale = (change: (scale: InterfaceScale) => InterfaceScale): void => {
    const { settings, updateSettings } = session.getState();
    updateSettings({ interfaceScale: change(settings.interfaceScale) });
  };
  useCommand('view.interfaceLarger', () => setScale((scale) => steppedInterfaceScale(scale, 1)));
  useCommand('view.interfaceSmaller', () => setScale((scale) => steppedInterfaceScale(scale, -1)));
  useCommand('view.interfaceNormal', () => setScale(() => 1));
  useCommand('view.palette', () => shell.getState().setPaletteOpen(!shell.getState().isPaletteOpen));
  useCommand('edit.undo', () => runUndo({ history, shell }, 'undo'));
  useCommand('edit.redo', () => runUndo({ history, shell }, 'redo'));
  /** The screen with work: the one that is open, else Speech. */
  const workScreen = (): WorkTab => {
    const { tab, openTab } = shell.getState();
    if (tab === 'speech' || tab === 'images') return tab;
    openTab('speech');
    return 'speech';
  };
  useCommand('work.recent', () => shell.getState().setRecentOpen(workScreen()));
  useCommand('work.new', () => void beginWork[workScreen()]());
  useCommand('script.new', () => {
    shell.getState().openTab('speech');
    void beginWork.speech();
  });
  useCommand('script.list', () => {
    shell.getState().openTab('speech');
    shell.getState().setRecentOpen('speech');
  });
  useCommand('view.rightPanel', () => {
    const { updateLayout, settings } = session.getState();
    updateLayout({ isRightPanelOpen: !settings.layout.isRightPanelOpen });
  });
  useCommand('player.toggle', toggle);
  useCommand('player.back', () => seekBy(-JUMP_S));
  useCommand('player.forward', () => seekBy(JUMP_S));
}
