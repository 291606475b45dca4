import { expect, it } from 'vitest';
import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import { createTranslator } from '../../shared/i18n/all.ts';
import { LOCALE_TAGS } from '../../shared/i18n/index.ts';
import { connectionName } from './connection-text.ts';

it.each(LOCALE_TAGS)(
  'the practice relay is named in the language of the app, whatever an item stored (%s)',
  (locale) => {
    const t = createTranslator(locale);
    expect(connectionName({ id: PRACTICE_CONNECTION_ID, name: 'Practice relay' }, t)).toBe(t('connection.practice'));
    expect(connectionName({ id: 'own', name: 'Practice relay' }, t)).toBe('Practice relay');
  },
);
