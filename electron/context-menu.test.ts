import { expect, it, vi } from 'vitest';
import { createTranslator } from '../shared/i18n/all.ts';
import { contextMenuTemplate } from './context-menu.ts';

vi.mock('electron', () => ({ Menu: {} }));

const FLAGS = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: true,
  canDelete: false,
  canSelectAll: true,
  canEditRichly: false,
};
const menu = (isEditable: boolean, selectionText: string, canCopy: boolean, locale: 'en' | 'zh' = 'en') =>
  contextMenuTemplate(
    { isEditable, selectionText, editFlags: { ...FLAGS, canCopy, canCut: canCopy && isEditable } },
    createTranslator(locale),
  ).map(({ role, label, enabled }) => (role ? [role, label, enabled] : '-'));

it('of a text field pastes, and does what is possible there', () => {
  expect(menu(true, '', false)).toEqual([
    ['cut', 'Cut', false],
    ['copy', 'Copy', false],
    ['paste', 'Paste', true],
    '-',
    ['selectAll', 'Select all', true],
  ]);
});

it('of selected text copies it, in the language of the app', () => {
  expect(menu(false, 'a word', true, 'zh')).toEqual([['copy', '复制', true]]);
});

it('is none where there is nothing', () => expect(menu(false, ' ', false)).toEqual([]));
