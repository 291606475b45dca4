// The Chinese catalogue, complete by type: every key of the English one. It must not know who shows it.

import { app } from './zh/app.ts';
import { errors } from './zh/errors.ts';
import { images } from './zh/images.ts';
import { library } from './zh/library.ts';
import { settings } from './zh/settings.ts';
import { speech } from './zh/speech.ts';

/** Chinese messages under the keys of the English catalogue. */
export const zh = { ...app, ...speech, ...images, ...library, ...settings, ...errors };
