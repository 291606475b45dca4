// Suggests voices, and says which.

import type { Translate } from '../../../shared/i18n/index.ts';
import { roleKey } from '../../../shared/script/roles.ts';
import type { Commons } from '../../services.ts';
import { announceStep } from '../../work/offer-undo.ts';
import type { ScriptStore } from '../script/script-store.ts';
import { voiceShortName } from '../voice-options.ts';
import { rolesToCast } from './cast-changes.ts';
import { suggestForRoles } from './cast-steps.ts';

/** So many roles are named in what is said. */
const NAMED = 3;

/** Chooses voices for the roles without one; a message says which, and undoes it. @param refused voices that the relay refuses */
export function suggestVoicesFor(
  commons: Commons,
  script: ScriptStore,
  refused: readonly string[],
  t: Translate,
): void {
  const toCast = rolesToCast(script.getState().roles, script.getState().cast);
  const step = suggestForRoles({ script, history: commons.history }, refused);
  const voices = new Map(script.getState().cast.map(({ name, voice }) => [roleKey(name), voice]));
  const chosen = toCast.slice(0, NAMED).flatMap(({ key, name }) => {
    const voice = voices.get(key);
    const role = name === '' ? t('cast.narrator') : name;
    return voice ? [t('cast.chosen', { role, voice: voiceShortName(voice, t) })] : [];
  });
  const title = [t('cast.suggested', { count: toCast.length }), chosen.join(t.separators.list)];
  announceStep(commons, 'speech', title.join(t.separators.fact), step);
}
