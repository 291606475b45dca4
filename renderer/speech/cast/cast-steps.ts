// Changes of the cast, each a step of the Speech screen that can be undone. Independent of how they are displayed.

import type { CastRole } from '../../../shared/contract/scripts.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { roleKey } from '../../../shared/script/roles.ts';
import { VOICES } from '../../../shared/speech/voices.ts';
import type { HistoryStore, Step } from '../../work/history.ts';
import type { RoleChange } from '../script/role-change.ts';
import type { LineChange } from '../script/script-lines.ts';
import type { ScriptStore } from '../script/script-store.ts';
import { replaceVoice, type TakenRoles, withNames, withSuggestions, withTakenRoles } from './cast-changes.ts';

type Deps = { script: ScriptStore; history: HistoryStore };
type StepName = (t: Translate) => string;

/** Changes how a role speaks; changes of the same setting shortly after one another are one step. */
export function changeRole(deps: Deps, name: string, change: RoleChange): void {
  const { changeRole: apply } = deps.script.getState();
  const kind = `cast ${roleKey(name)} ${Object.keys(change).sort().join()}`;
  asStep(
    deps,
    (t) => t('history.cast'),
    () => apply(name, change),
    kind,
  );
}

/** Decides whether what stands before colons are roles, or is read aloud. What was set for a role stays. */
export function decideNames(deps: Deps, names: readonly string[], isReadAloud: boolean): Step {
  const { cast, colours, setCast } = deps.script.getState();
  return asStep(
    deps,
    (t) => t('history.names'),
    () => setCast(withNames(cast, names, isReadAloud, colours)),
  );
}

/** Lets a role follow the screen in everything; its colour stays. */
export function resetRole(deps: Deps, name: string): void {
  changeRole(deps, name, { voice: undefined, speed: undefined, extras: {} });
}

/** Removes a role from the cast. */
export function removeRole(deps: Deps, name: string): void {
  const { cast, setCast } = deps.script.getState();
  asStep(
    deps,
    (t) => t('history.cast'),
    () => setCast(cast.filter((role) => roleKey(role.name) !== roleKey(name))),
  );
}

/** Chooses different voices for the roles without one; @param refused voices that the relay refuses. */
export function suggestForRoles(deps: Deps, refused: readonly string[]): Step {
  const voices = VOICES.filter(({ key }) => !refused.includes(key));
  const state = deps.script.getState();
  return asStep(
    deps,
    (t) => t('history.suggestVoices'),
    () => state.setCast(withSuggestions(state, voices)),
  );
}

/** Replaces a voice in the whole script; null is the relay's default voice. */
export function replaceEverywhere(deps: Deps, from: string | null, to: string | null): Step {
  const state = deps.script.getState();
  const { cast, lineVoices } = replaceVoice(state, from, to);
  return asStep(
    deps,
    (t) => t('history.replaceVoice'),
    () => {
      state.setCast(cast);
      state.changeLines(new Map([...lineVoices].map(([id, voice]) => [id, { voice }])));
    },
  );
}

/** Takes settings of roles from the cast of another script. */
export function takeRoles(deps: Deps, other: readonly CastRole[], taken: TakenRoles): Step {
  const { roles, cast, setCast } = deps.script.getState();
  return asStep(
    deps,
    (t) => t('history.takeCast'),
    () => setCast(withTakenRoles(roles, cast, other, taken)),
  );
}

/** Applies a change and adds it to the history; it is undone only while the same script is open. */
function asStep({ script, history }: Deps, name: StepName, apply: () => void, kind?: string): Step {
  const before = snapshot(script);
  apply();
  const after = snapshot(script);
  const show = (cast: readonly CastRole[], lines: ReadonlyMap<string, LineChange>) => async (): Promise<boolean> => {
    if (script.getState().id !== before.id) return false;
    script.getState().setCast(cast);
    if (lines.size > 0) script.getState().changeLines(lines);
    return true;
  };
  const changed = [...after.voices.keys()].filter((id) => before.voices.get(id) !== after.voices.get(id));
  const voicesOf = ({ voices }: typeof before) => new Map(changed.map((id) => [id, { voice: voices.get(id) }]));
  const step: Step = {
    name,
    undo: show(before.cast, voicesOf(before)),
    redo: show(after.cast, voicesOf(after)),
    ...(kind !== undefined && { kind }),
  };
  history.getState().push('speech', step);
  return step;
}

function snapshot(script: ScriptStore) {
  const { id, cast, lines } = script.getState();
  return { id, cast, voices: new Map(lines.map((line) => [line.id, line.record?.voice])) };
}
