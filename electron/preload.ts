// The only bridge into the page: one function to ask main, one to hear from it. Runs sandboxed, before the page.

import { contextBridge, ipcRenderer } from 'electron';
import { EVENT_CHANNEL, REQUEST_CHANNEL } from '../shared/channels.ts';
import type { StudioBridge } from '../shared/contract/index.ts';

const bridge: StudioBridge = {
  request: (route, input) => ipcRenderer.invoke(REQUEST_CHANNEL, route, input),
  onEvent(listener) {
    // The event object stays here: it would give the page a handle on ipcRenderer.
    ipcRenderer.on(EVENT_CHANNEL, (_event, envelope: unknown) => listener(envelope));
  },
};

contextBridge.exposeInMainWorld('studio', bridge);
