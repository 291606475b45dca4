// Connects what reaches relays: the practice relay, connections and what was learned about them, HTTP. The page mirrors
// them together with the settings.

import { app, session } from 'electron';
import { createSignal } from '../../shared/app/signals.ts';
import type { PracticeState } from '../../shared/contract/app.ts';
import { createRelayHttp } from '../relay/http.ts';
import { createConnections } from '../settings/connections.ts';
import { createRelayFindings } from '../settings/relay-findings.ts';
import type { StepDeps } from './studio-deps.ts';

type Deps = Pick<StepDeps, 'vault' | 'settings' | 'startPractice' | 'emit' | 'locale'>;

/** What reaches relays, and what tells the page about it. */
export type ConnectionSide = ReturnType<typeof composeConnections>;

/** Starts the practice relay and creates the connections. `settingsState` has settings, connections and keys. */
export function composeConnections({ vault, settings, startPractice, emit, locale }: Deps) {
  const practiceChanged = createSignal<PracticeState>();
  const practice = startPractice(practiceChanged.emit);
  const connections = createConnections(settings, vault, practice);
  const settingsState = () => ({
    locale: locale(),
    settings: settings.current(),
    connections: connections.list(),
    keyProtection: vault.protection(),
  });
  const emitSettings = () => emit('settings.changed', settingsState());
  practiceChanged.on((state) => {
    emit('practice.changed', state);
    emitSettings();
  });
  void vault.opened.then(emitSettings);
  return {
    practice,
    connections,
    findings: createRelayFindings(settings, connections, emitSettings),
    http: createRelayHttp({
      appVersion: app.getVersion(),
      resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    }),
    settingsState,
    emitSettings,
  };
}
