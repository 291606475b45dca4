import { describe, expect, test } from 'vitest';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import { NO_PRICES } from '../../shared/connection/prices.ts';
import { type Draft, draftSchema } from '../../shared/contract/drafts.ts';
import { ok } from '../../shared/result.ts';
import { createSessionStore } from '../shell/session-store.ts';
import { appState, failure, fakeIpc, OWN, PRACTICE } from '../testing/fake-ipc.ts';
import { createDraftKeeper } from '../work/draft-keeper.ts';
import { countChanged, createSettingsStore, foreignKeyOrigin } from './settings-store.ts';

const owned = { connections: [PRACTICE, OWN], settings: { ...appState().settings, activeConnectionId: 'own' } };

function start(change: Parameters<typeof appState>[0] = {}) {
  const fake = fakeIpc({ 'connections.save': () => ok({ ...OWN, keyState: 'sessionOnly' }) });
  const session = createSessionStore({ ipc: fake.ipc, initial: appState(change) });
  const drafts = createDraftKeeper(fake.ipc);
  return { ...fake, session, drafts, settings: createSettingsStore({ ipc: fake.ipc, session, drafts }) };
}

describe('the form', () => {
  test('is kept while it is not saved, without the key, and comes back in the next window', async () => {
    const { settings, drafts, requests } = start(owned);
    const kept = () => requests.filter(({ route }) => route === 'drafts.save').map(({ input }) => input);
    settings.getState().edit({ baseUrl: 'https://new.example', key: 'sk-secret' });
    drafts.dispose();
    const [draft] = kept() as [Extract<Draft, { name: 'connection' }>];
    expect(JSON.stringify(draft)).not.toContain('sk-secret');
    expect(draftSchema.safeParse(draft).success).toBe(true);
    const withKey = draft.body?.forms.map((form) => ({ ...form, key: 'sk-secret' }));
    expect(draftSchema.safeParse({ ...draft, body: { ...draft.body, forms: withKey } }).success).toBe(false);
    const next = start(owned);
    next.settings.getState().restore(draft.body ?? expect.fail());
    expect(next.settings.getState().form).toMatchObject({ id: 'own', baseUrl: 'https://new.example', key: '' });
    const withoutIt = start();
    withoutIt.settings.getState().restore(draft.body ?? expect.fail());
    expect(withoutIt.settings.getState().form.baseUrl).toBe('');
    await settings.getState().save();
    drafts.dispose();
    expect(kept().at(-1)).toEqual({ name: 'connection', body: null });
  });

  test('keeps its unsaved changes, the key too, while another connection is open', () => {
    const { settings, drafts, requests } = start(owned);
    const state = () => settings.getState();
    state().edit({ name: 'Renamed', key: 'sk-secret' });
    state().open(null);
    state().edit({ baseUrl: 'https://new.example' });
    expect(state().unsaved).toMatchObject([{ id: 'own', name: 'Renamed' }]);
    drafts.dispose();
    const kept = requests.findLast(({ route }) => route === 'drafts.save')?.input as Extract<
      Draft,
      { name: 'connection' }
    >;
    expect(JSON.stringify(kept)).not.toContain('sk-secret');
    state().open('own');
    expect(state().form).toMatchObject({ name: 'Renamed', key: 'sk-secret' });
    state().discard();
    expect(state().form).toMatchObject({ name: owned.connections[1]?.name, key: '' });
    state().open(null);
    expect(state()).toMatchObject({ form: { baseUrl: 'https://new.example' }, unsaved: [] });

    const next = start(owned).settings;
    next.getState().restore(kept.body ?? expect.fail());
    expect(next.getState()).toMatchObject({ form: { id: null }, unsaved: [{ id: 'own', name: 'Renamed', key: '' }] });
  });

  test('is blank while only the practice relay exists, otherwise shows the active connection', () => {
    expect(start().settings.getState().form).toMatchObject({ id: null, baseUrl: '', key: '' });
    expect(start(owned).settings.getState().form).toMatchObject({
      id: 'own',
      baseUrl: 'https://relay.example',
      key: '',
    });
  });

  test('sends an untouched key as “keep”, fills empty fields, and clears the key once saved', async () => {
    const { settings, requests } = start();
    settings.getState().edit({ baseUrl: 'relay.example/v1', models: { speech: ' ', image: 'x' } });
    await settings.getState().save();
    expect(requests[0]?.input).toEqual({
      id: null,
      name: 'relay.example',
      baseUrl: 'relay.example/v1',
      key: null,
      allowsPrivateHttp: false,
      models: { speech: DEFAULT_MODELS.speech, image: 'x' },
      dialect: DEFAULT_DIALECT,
      prices: NO_PRICES,
    });
    settings.getState().edit({ key: 'sk-secret' });
    await settings.getState().save();
    expect(requests[1]?.input).toMatchObject({ id: 'own', key: 'sk-secret' });
    expect(settings.getState().form.key).toBe('');
    expect(settings.getState().status).toEqual({ kind: 'saved', hasKey: true });
  });

  test('keeps the typed values when saving or testing fails', async () => {
    const { settings, answers } = start();
    answers['connections.save'] = () => failure('key.missing');
    answers['connections.test'] = () => failure('network.unreachable');
    settings.getState().edit({ baseUrl: 'relay.example', key: 'k' });
    await settings.getState().save();
    expect(settings.getState()).toMatchObject({ isBusy: false, status: { kind: 'saveFailed' }, form: { key: 'k' } });
    await settings.getState().test();
    expect(settings.getState().status).toMatchObject({ kind: 'testFailed' });
    settings.getState().edit({ key: 'l' });
    expect(settings.getState().status).toBeNull();
  });

  test('the models that a test found stay on offer while the form is edited', async () => {
    const { settings, answers } = start();
    const test = { elapsedMs: 5, modelCount: 2, models: ['tts', 'paint'], missingModels: [], quota: null };
    answers['connections.test'] = () => ok(test);
    await settings.getState().test();
    settings.getState().edit({ name: 'Mine' });
    expect(settings.getState()).toMatchObject({ status: null, foundModels: ['tts', 'paint'] });
    settings.getState().open(null);
    expect(settings.getState().foundModels).toEqual([]);
  });

  test('a reply for a form that was closed is ignored', async () => {
    const { settings, answers } = start(owned);
    answers['connections.test'] = () => failure('network.unreachable');
    const testing = settings.getState().test();
    settings.getState().open(null);
    await testing;
    expect(settings.getState()).toMatchObject({ status: null, isBusy: false, form: { id: null } });
  });
});

test('a saved key is not offered to another origin', () => {
  const form = start(owned).settings.getState().form;
  expect(foreignKeyOrigin(form, OWN)).toBeNull();
  expect(foreignKeyOrigin({ ...form, baseUrl: 'relay.example/v1/' }, OWN)).toBeNull();
  expect(foreignKeyOrigin({ ...form, baseUrl: 'https://other.example' }, OWN)).toBe('https://relay.example');
  expect(foreignKeyOrigin({ ...form, baseUrl: 'https://other.example' }, { ...OWN, keyState: 'missing' })).toBeNull();
});

test('advanced values that differ from the defaults are counted', () => {
  const form = start(owned).settings.getState().form;
  expect(countChanged(form)).toBe(0);
  expect(countChanged({ ...form, dialect: { ...form.dialect, opusWord: 'opus', pcmRateHz: 16_000 } })).toBe(2);
});
