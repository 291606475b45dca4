import { beforeEach, expect, test, vi } from 'vitest';
import type { AppState } from '../shared/contract/app.ts';
import { appState, fakeIpc } from './testing/fake-ipc.ts';

// In modules of their own, in which no texts have been read.
let texts: typeof import('./texts.ts');
let sessions: typeof import('./shell/session-store.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.doUnmock('../shared/i18n/zh/words.ts');
  texts = await import('./texts.ts');
  sessions = await import('./shell/session-store.ts');
});

/** A session in English, and what main says when the language is chosen. */
async function start(onUnread = (): void => {}) {
  await texts.readTexts('en');
  const fake = fakeIpc();
  const session = sessions.createSessionStore({ ipc: fake.ipc, initial: appState({ locale: 'en' }), onUnread });
  const choose = (locale: AppState['locale']): void => {
    const { settings, connections, keyProtection } = session.getState();
    fake.emit('settings.changed', { settings: { ...settings, language: locale }, connections, keyProtection, locale });
  };
  return { session, choose, shown: () => session.getState().locale };
}

test('messages of a language can be looked up once its texts have been read, and not before', async () => {
  expect(() => texts.translatorOf('zh')).toThrow('The texts of zh have not been read.');
  await Promise.all([texts.readTexts('zh'), texts.readTexts('zh')]);
  expect(texts.translatorOf('zh')('common.close')).toBe('关闭');
  expect(texts.translatorOf('zh')).toBe(texts.translatorOf('zh'));
  expect(texts.allTranslators().map((t) => t.locale)).toEqual(['zh']);
  await texts.readAllTexts();
  expect(texts.allTranslators()).toHaveLength(2);
});

test('a language is shown once its texts have been read; what else has changed is at once', async () => {
  const { session, choose, shown } = await start();
  choose('zh');
  expect([shown(), session.getState().settings.language]).toEqual(['en', 'zh']);
  await vi.waitFor(() => expect(shown()).toBe('zh'));
});

test('of two choices the last one is shown', async () => {
  const { choose, shown } = await start();
  choose('zh');
  choose('en');
  await texts.readTexts('zh');
  await Promise.resolve();
  expect(shown()).toBe('en');
});

test('a language that cannot be read is not shown, and the person is told', async () => {
  vi.doMock('../shared/i18n/zh/words.ts', () => {
    throw new Error('replaced by an update');
  });
  const onUnread = vi.fn();
  const { choose, shown } = await start(onUnread);
  choose('zh');
  await vi.waitFor(() => expect(onUnread).toHaveBeenCalledOnce());
  expect(shown()).toBe('en');
});
