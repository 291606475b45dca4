// The Chinese catalogue; its type requires every key of the English one.

import { app } from './app.ts';
import { batch } from './batch.ts';
import { cast } from './cast.ts';
import { dub } from './dub.ts';
import { errors } from './errors.ts';
import { exporting } from './export.ts';
import { finding } from './finding.ts';
import { fixed } from './fixed.ts';
import { help } from './help.ts';
import { images } from './images.ts';
import { importing } from './import.ts';
import { keeping } from './keeping.ts';
import { library } from './library.ts';
import { pictures } from './pictures.ts';
import { provenance } from './provenance.ts';
import { replies } from './replies.ts';
import { results } from './results.ts';
import { saving } from './saving.ts';
import { scripts } from './scripts.ts';
import { settings } from './settings.ts';
import { sheet } from './sheet.ts';
import { speech } from './speech.ts';
import { transfers } from './transfers.ts';
import { trash } from './trash.ts';
import { work } from './work.ts';

/** Chinese messages under the keys of the English catalogue. */
export const words = {
  ...app,
  ...speech,
  ...trash,
  ...batch,
  ...saving,
  ...sheet,
  ...cast,
  ...dub,
  ...images,
  ...library,
  ...keeping,
  ...pictures,
  ...settings,
  ...errors,
  ...fixed,
  ...help,
  ...provenance,
  ...replies,
  ...work,
  ...results,
  ...exporting,
  ...importing,
  ...scripts,
  ...transfers,
  ...finding,
};
