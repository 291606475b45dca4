// The only bridge into the page: one function sends requests to main, one receives events from it. Runs sandboxed,
// before the page.

import { contextBridge, ipcRenderer } from 'electron';
import { EVENT_CHANNEL, REQUEST_CHANNEL } from '../shared/app/channels.ts';
import type { StudioBridge } from '../shared/contract/index.ts';

const bridge: StudioBridge = {
  request: (route, input) => ipcRenderer.invoke(REQUEST_CHANNEL, route, input),
  onEvent(listener) {
    // The event object is not passed on: it would give the page access to ipcRenderer.
    ipcRenderer.on(EVENT_CHANNEL, (_event, envelope: unknown) => listener(envelope));
  },
};

contextBridge.exposeInMainWorld('studio', bridge);
