// The English catalogue: every word the app shows, by flat key, a file for each screen. It must not know who shows it.

import { app } from './app.ts';
import { errors } from './errors.ts';
import { images } from './images.ts';
import { library } from './library.ts';
import { prompts } from './prompts.ts';
import { settings } from './settings.ts';
import { speech } from './speech.ts';

/** English messages; `{name}` marks a place for a value. */
export const en = { ...app, ...speech, ...images, ...library, ...settings, ...errors, ...prompts };
