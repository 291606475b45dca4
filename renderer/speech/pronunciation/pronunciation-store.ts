// Owns the pronunciation rules while they are edited: those of the open script and those of the app. Rules without a
// phrase are kept here only. Independent of how they are displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LexiconRule } from '../../../shared/contract/scripts.ts';
import { MAX_RULES } from '../../../shared/script/script-size.ts';
import { autosave } from '../../lifetime/autosave.ts';
import type { SessionStore } from '../../shell/session-store.ts';
import type { HistoryStore } from '../../work/history.ts';
import type { ScriptStore } from '../script/script-store.ts';

/** Whose rules: those of the script, or those of the app, which apply in every script after them. */
export const RULE_GROUPS = ['script', 'app'] as const;
export type RuleGroup = (typeof RULE_GROUPS)[number];

/** A rule that is being edited; `id` is its identity in the list. */
export type EditedRule = LexiconRule & { id: number };

/** State and actions of the editing of rules. */
type Pronunciation = Readonly<Record<RuleGroup, readonly EditedRule[]>> & {
  isOpen: boolean;
  /** The texts as sent when editing began, by the ids of the lines. */
  sentBefore: ReadonlyMap<string, string>;
  open: () => void;
  /** Applies what was edited; all of it is one step that can be undone. */
  close: () => void;
  /** Adds a rule, or several, after the rule with an id, or at the end. @returns the ids of the rules. */
  add: (group: RuleGroup, rules?: readonly LexiconRule[], afterId?: number) => readonly number[];
  change: (group: RuleGroup, id: number, change: Partial<LexiconRule>) => void;
  remove: (group: RuleGroup, id: number) => void;
  /** Says a phrase of the script in another way, at once, as a step that can be undone; null as it is written. */
  sayAs: (group: RuleGroup, phrase: string, to: string | null) => void;
};

export type PronunciationStore = StoreApi<Pronunciation>;

type Lexicons = Readonly<Record<RuleGroup, readonly LexiconRule[]>>;
type Deps = { script: ScriptStore; session: SessionStore; history: HistoryStore };

/** A new rule: for whole words, because parts of words are rarely meant. */
export const NEW_RULE: LexiconRule = { from: '', to: '', language: '', isWholeWord: true, isCaseSensitive: false };

/** Creates the store. What is edited applies shortly after the last change. */
export function createPronunciationStore({ script, session, history }: Deps): PronunciationStore {
  let ids = 0;
  let before: Lexicons & { scriptId: string } = { scriptId: '', script: [], app: [] };

  const lexicons = (): Lexicons => ({
    script: script.getState().lexicon,
    app: session.getState().settings.lexicon,
  });
  const apply = (next: Lexicons): void => {
    const now = lexicons();
    if (!isSame(now.script, next.script)) script.getState().setLexicon(next.script);
    if (!isSame(now.app, next.app)) session.getState().updateSettings({ lexicon: [...next.app] });
  };
  const edited = (): Lexicons => ({ script: rulesOf(store.getState().script), app: rulesOf(store.getState().app) });
  const applying = autosave(async () => {
    // Another script was opened meanwhile.
    if (script.getState().id === before.scriptId) apply(edited());
  });
  const listed = (rules: readonly LexiconRule[]): EditedRule[] => rules.map((rule) => ({ ...rule, id: ++ids }));
  const edit = (group: RuleGroup, change: (rules: readonly EditedRule[]) => readonly EditedRule[]): void => {
    store.setState({ [group]: change(store.getState()[group]) });
    applying.soon();
  };

  /** Makes what has changed since then a step that can be undone. */
  const addStep = ({ scriptId, ...first }: typeof before): void => {
    const last = lexicons();
    if (isSame(first.script, last.script) && isSame(first.app, last.app)) return;
    const step = (rules: Lexicons) => async (): Promise<boolean> => {
      const isOpen = script.getState().id === scriptId;
      apply(isOpen ? rules : { ...rules, script: script.getState().lexicon });
      return isOpen || !isSame(first.app, last.app);
    };
    history.getState().push('speech', { name: (t) => t('history.pronunciation'), undo: step(first), redo: step(last) });
  };

  const store: PronunciationStore = createStore<Pronunciation>()((set, get) => ({
    isOpen: false,
    script: [],
    app: [],
    sentBefore: new Map(),
    open: () => {
      script.getState().settle();
      const { id, lines } = script.getState();
      before = { scriptId: id, ...lexicons() };
      set({
        isOpen: true,
        script: listed(before.script),
        app: listed(before.app),
        sentBefore: new Map(lines.map((line) => [line.id, line.sent.sent.text])),
      });
    },
    close: () => {
      void applying.now();
      set({ isOpen: false });
      if (script.getState().id === before.scriptId) addStep(before);
    },
    add: (group, rules = [NEW_RULE], afterId) => {
      const added = listed(rules.slice(0, Math.max(0, MAX_RULES - get()[group].length)));
      edit(group, (all) => {
        const place = all.findIndex(({ id }) => id === afterId) + 1;
        return place === 0 ? [...all, ...added] : [...all.slice(0, place), ...added, ...all.slice(place)];
      });
      return added.map(({ id }) => id);
    },
    change: (group, id, change) =>
      edit(group, (all) => all.map((rule) => (rule.id === id ? { ...rule, ...change } : rule))),
    remove: (group, id) => edit(group, (all) => all.filter((rule) => rule.id !== id)),
    sayAs: (group, phrase, to) => {
      const first = { scriptId: script.getState().id, ...lexicons() };
      const known = ruleFor(first[group], phrase);
      const others = first[group].filter((rule) => rule !== known);
      const isWholeWord = /^[\p{L}\p{N}].*[\p{L}\p{N}]$|^[\p{L}\p{N}]$/u.test(phrase);
      const rule = to === null ? [] : [{ ...(known ?? { ...NEW_RULE, isWholeWord, from: phrase }), to }];
      apply({ ...first, [group]: [...rule, ...others].slice(0, MAX_RULES) });
      addStep(first);
    },
  }));
  return store;
}

/** Returns the rule for a phrase in any language, whatever its case. */
export function ruleFor(rules: readonly LexiconRule[], phrase: string): LexiconRule | undefined {
  const folded = phrase.toLowerCase();
  return rules.find(({ from, language }) => language === '' && from.toLowerCase() === folded);
}

/** The rules that can apply: those with a phrase. */
function rulesOf(edited: readonly EditedRule[]): LexiconRule[] {
  return edited.filter(({ from }) => from.trim() !== '').map(({ id: _, ...rule }) => rule);
}

function isSame(a: readonly LexiconRule[], b: readonly LexiconRule[]): boolean {
  return a === b || JSON.stringify(a.map(Object.values)) === JSON.stringify(b.map(Object.values));
}
