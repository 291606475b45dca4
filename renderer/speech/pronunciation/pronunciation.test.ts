import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openScript } from '../../testing/script.ts';
import { createPronunciationStore, NEW_RULE } from './pronunciation-store.ts';
import { applyingRules, changedLines, markedSent, markedSpoken, ruledLines, rulesOfTable } from './rules-text.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(text: string) {
  const one = openScript(text);
  const store = createPronunciationStore(one);
  store.getState().open();
  const sent = () => one.state().lines.map((line) => line.sent.sent.text);
  const rules = (group: 'script' | 'app') => store.getState()[group];
  /** Adds a rule and waits until it applies. */
  const add = async (group: 'script' | 'app', from: string, to: string) => {
    const [id = 0] = store.getState().add(group);
    store.getState().change(group, id, { from });
    store.getState().change(group, id, { to });
    await vi.advanceTimersByTimeAsync(1000);
    return id;
  };
  return { ...one, store, sent, rules, add };
}

describe('editing rules', () => {
  it('changes the lines shortly after typing; rules of the script come before those of the app', async () => {
    const { store, sent, add, session, state } = start('I read it\nA lead');
    await add('app', 'read', 'reed');
    await add('app', 'lead', 'led');
    await add('script', 'READ', 'red');
    expect(sent()).toEqual(['I red it', 'A led']);
    expect(session.getState().settings.lexicon).toMatchObject([{ from: 'read' }, { from: 'lead' }]);
    expect(state().lexicon).toEqual([{ ...NEW_RULE, from: 'READ', to: 'red' }]);
    expect(changedLines(state().lines, store.getState().sentBefore)).toBe(2);
    expect(applyingRules(state().lines)).toBe(2);
  });

  it('says one phrase in another way at once, in place of a rule of before, as a step', async () => {
    const { store, sent, history, session, state } = start('Anna met ANNA.');
    store.getState().sayAs('script', 'Anna', 'Ahna');
    expect(sent()).toEqual(['Ahna met Ahna.']);
    store.getState().sayAs('script', 'anna', 'Onna');
    expect([sent(), state().lexicon.length]).toEqual([['Onna met Onna.'], 1]);
    store.getState().sayAs('script', 'Anna', null);
    expect([sent(), state().lexicon]).toEqual([['Anna met ANNA.'], []]);
    await history.getState().undo('speech');
    expect(sent()).toEqual(['Onna met Onna.']);
    store.getState().sayAs('app', 'met', 'saw');
    expect([sent(), session.getState().settings.lexicon.length]).toEqual([['Onna saw Onna.'], 1]);
  });

  it('keeps a rule without a phrase in the list only', async () => {
    const { add, rules, state } = start('I read it');
    await add('script', ' ', 'x');
    expect([rules('script').length, state().lexicon]).toEqual([1, []]);
  });

  it('is one step from opening to closing', async () => {
    const { add, store, sent, history, session, state } = start('I read it');
    const id = await add('script', 'read', 'red');
    await add('app', 'it', 'that');
    store.getState().change('script', id, { to: 'rad' });
    store.getState().close();
    expect(sent()).toEqual(['I rad that']);
    await history.getState().undo('speech');
    expect([sent(), state().lexicon, session.getState().settings.lexicon]).toEqual([['I read it'], [], []]);
    await history.getState().redo('speech');
    expect(sent()).toEqual(['I rad that']);
  });

  it('undone while another script is open, leaves that script its rules', async () => {
    const { add, store, state, history, session } = start('I read it');
    await add('script', 'read', 'red');
    await add('app', 'it', 'that');
    store.getState().close();
    state().begin('Other');
    state().setLexicon([{ ...NEW_RULE, from: 'a', to: 'b' }]);
    await history.getState().undo('speech');
    expect([state().lexicon.length, session.getState().settings.lexicon]).toEqual([1, []]);
  });

  it('that ends with the rules of before is no step', async () => {
    const { add, store, history } = start('I read it');
    store.getState().remove('script', await add('script', 'read', 'red'));
    store.getState().close();
    expect(history.getState().screens.speech?.done ?? []).toEqual([]);
  });

  it('puts pasted rows after the rule they were pasted into', async () => {
    const { add, store, rules } = start('');
    const first = await add('script', 'a', '1');
    await add('script', 'd', '4');
    const table = rulesOfTable('b\t2\r\n\tno phrase\nc\t3\tzh-CN\n') ?? [];
    store.getState().add('script', table, first);
    expect(rules('script').map(({ from, to, language }) => from + to + language)).toEqual([
      'a1',
      'b2',
      'c3zh-CN',
      'd4',
    ]);
    expect(rulesOfTable('two words')).toBeUndefined();
  });
});

it('lines with replacements begin with the current one, and the replaced pieces are marked in both texts', async () => {
  const { add, state } = start('One\nI read\nTwo\nRead on, read');
  await add('script', 'read', 'reed');
  const lines = ruledLines(state().lines, 3);
  expect(lines.map(({ sent }) => sent.line.index)).toEqual([3, 1]);
  const line = lines[0]?.sent ?? expect.fail();
  const mark = ({ text, isDifferent }: { text: string; isDifferent: boolean }) => (isDifferent ? `[${text}]` : text);
  expect(markedSpoken(line).map(mark).join('')).toBe('[Read] on, [read]');
  expect(markedSent(line.sent).map(mark).join('')).toBe('[reed] on, [reed]');
});
