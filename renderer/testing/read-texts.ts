// Before unit tests: the texts of all languages have been read, as they are soon after the window opens.

import { readAllTexts } from '../texts.ts';

await readAllTexts();
