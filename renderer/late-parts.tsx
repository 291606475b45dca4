// The parts of the window that its first paint does without.

import { latePart } from './shell/late-part.tsx';

/** The Images screen. */
export const ImagesView = latePart(async () => (await import('./images/ImagesView.tsx')).ImagesView);
/** The Library screen. */
export const LibraryView = latePart(async () => (await import('./library/LibraryView.tsx')).LibraryView);
/** The Settings screen. */
export const SettingsView = latePart(async () => (await import('./settings/SettingsView.tsx')).SettingsView);
/** The dialogs that any screen may open. */
export const Dialogs = latePart(async () => (await import('./dialogs.tsx')).Dialogs);
