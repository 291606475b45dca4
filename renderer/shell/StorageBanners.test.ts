import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { AppState } from '../../shared/contract/app.ts';
import { createTranslator } from '../../shared/i18n/all.ts';
import { type Services, ServicesProvider } from '../services.ts';
import { appState, fakeIpc } from '../testing/fake-ipc.ts';
import { StorageBanners } from './StorageBanners.tsx';
import { createSessionStore } from './session-store.ts';

const FULL: AppState['storageHealth'] = {
  problem: { kind: 'readOnly', missingBytes: null },
  unsaved: ['draft'],
  losses: [],
};

/** The text of the banners in a state of the app. */
function bannersOf(change: Partial<AppState>): string {
  const session = createSessionStore({ ipc: fakeIpc().ipc, initial: appState(change) });
  const value = { session } as Services;
  const markup = renderToStaticMarkup(createElement(ServicesProvider, { value }, createElement(StorageBanners)));
  return markup.replace(/<[^>]*>/g, '');
}

describe.each(['en', 'zh'] as const)('the banner of the storage (%s)', (locale) => {
  const t = createTranslator(locale);
  const storage = { isWritable: false, folder: '/library', reason: 'takenOver' };

  it('says that another app has taken the library over, and nothing about writes that failed for that', () => {
    const expected = `${t('banner.takenOver')} /library`;
    expect(bannersOf({ locale, storage })).toBe(expected);
    expect(bannersOf({ locale, storage, storageHealth: FULL })).toBe(expected);
  });

  it('gives the reason why the library cannot be written', () => {
    const text = bannersOf({ locale, storage: { ...storage, reason: 'EROFS' } });
    expect(text).toBe(`${t('banner.storage')} /library${t.separators.fact}EROFS`);
  });
});
