// The words of the editor in the current language.

import { useMemo } from 'react';
import { useTranslation } from '../../services.ts';
import type { EditorWords } from './ports.ts';

/** Returns the words; the same object until the language changes. */
export function useEditorWords(): EditorWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      label: t('speech.text'),
      placeholder: t('speech.textPlaceholder'),
      lines: t('lines.title'),
      line: (number, state) => t(`lines.${state}`, { number: String(number) }),
      play: (number) => t('lines.play', { number: String(number) }),
      redo: (number) => t('lines.redo', { number: String(number) }),
      menu: (number) => t('lines.menu', { number: String(number) }),
      details: t('lines.details'),
      sayAs: t('sayAs.open'),
      found: t('find.found'),
      inParagraph: t('find.inParagraph'),
      replaced: (number) => t('find.replaced', { number }),
      replacedAll: (count) => t('find.replacedAll', { count }),
      invisible: (code) => t('lines.invisible', { code }),
    }),
    [t],
  );
}
