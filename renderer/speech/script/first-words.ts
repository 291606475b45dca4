// What a script without a title is called.

import { saidText } from '../../../shared/script/directions.ts';
import { titleOf } from '../../../shared/text/title.ts';
import type { ScriptLineView } from './script-lines.ts';

/** More than a title has; a line may be very long. */
const READ = 400;

/** The first words that are spoken; empty if none are. */
export function firstWords(lines: readonly Pick<ScriptLineView, 'sent'>[]): string {
  const first = lines.find(({ sent }) => sent.isSpoken);
  return titleOf(saidText(first?.sent.spoken.slice(0, READ) ?? ''));
}
