// The English catalogue: every word the app shows, by flat key, a file for each screen. It must not know who shows it.

import { app } from './en/app.ts';
import { errors } from './en/errors.ts';
import { images } from './en/images.ts';
import { library } from './en/library.ts';
import { settings } from './en/settings.ts';
import { speech } from './en/speech.ts';

/** English messages; `{name}` marks a place for a value. */
export const en = { ...app, ...speech, ...images, ...library, ...settings, ...errors };
