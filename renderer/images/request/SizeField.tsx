// The requested size: the picture's own aspect ratio, a common size, a typed size, or none.

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Translate } from '../../../shared/i18n/index.ts';
import { DEFAULT_SIZE } from '../../../shared/images/limits.ts';
import {
  formatSize,
  matchPicture,
  parseSize,
  parseTier,
  SIZE_PRESETS,
  SIZE_TIERS,
  type Size,
  type SizeChoice,
  type SizeProblem,
  type SizeRules,
  sizeProblem,
} from '../../../shared/images/size.ts';
import { useTranslation } from '../../services.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import type { ImagesStore } from '../images-store.ts';
import { resolveSize } from './edit-options.ts';
import styles from './SizeField.module.css';
import { useSentSize, useSizeRules } from './use-wire.ts';

type SizeOption = { id: string; choice: SizeChoice; isTyped: boolean };

/** The size combobox. */
export function SizeField({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const choice = useStore(store, (images) => images.choices.size);
  const sent = useSentSize(store);
  const rules = useSizeRules();
  const [typed, setTyped] = useState<string | null>(null);
  const matched = sent === null ? '' : (resolveSize({ kind: 'match' }, sent, rules).sent ?? '');
  const options = sizeOptions(rules, choice, typed);
  const setSize = (size: SizeChoice): void => store.getState().change({ size });
  const shown = typed === null ? choice : readSize(typed, choice, rules);
  const { problem, wire } = resolveSize(shown, null, rules);
  const said = problem === null ? undefined : formatSizeProblem(problem, matchPicture(wire, rules), rules, t);
  return (
    <Combobox
      label={t('images.requestSize')}
      layout="bare"
      openLabel={t('images.sizeOpen')}
      placeholder={t('images.sizePlaceholder')}
      emptyText={said ?? t('images.sizeProblem.shape')}
      items={options}
      value={optionOf(choice)}
      itemKey={(option) => option.id}
      itemLabel={(option) => label(option, t)}
      matches={(option, query) => option.isTyped || label(option, t).toLowerCase().includes(query.trim().toLowerCase())}
      renderItem={(option) => (
        <span className={styles.option}>
          <span>{option.isTyped ? t('images.sizeUse', { size: label(option, t) }) : label(option, t)}</span>
          <span className={styles.hint}>
            {option.isTyped && problem !== null ? t('images.sizeNearest') : hint(option, matched, t)}
          </span>
        </span>
      )}
      typed={typed}
      onTyped={setTyped}
      onChange={(option) => setSize(option.choice)}
      onLeave={(text) => setSize(readSize(text, choice, rules))}
      hint={said}
      isProblem={said !== undefined}
    />
  );
}

/** Returns the entries of the list: common sizes, and the typed size, or the one nearest to it that can be sent. */
function sizeOptions(rules: SizeRules, choice: SizeChoice, typed: string | null): readonly SizeOption[] {
  const options = [
    optionOf({ kind: 'match' }),
    ...SIZE_PRESETS.filter((preset) => sizeProblem(parseSize(preset), rules) === undefined).map((text) =>
      optionOf({ kind: 'size', text }),
    ),
    ...(rules.hasSizeTiers ? SIZE_TIERS : []).map((text) => optionOf({ kind: 'size', text })),
    optionOf({ kind: 'none' }),
  ];
  const isKnown = (id: string): boolean => options.some((option) => option.id === id);
  const chosen = optionOf(choice);
  if (!isKnown(chosen.id) && typed === null) options.push(chosen);
  const size = typed === null ? undefined : parseSize(typed);
  if (size === undefined) return options;
  const typedOption = optionOf({ kind: 'size', text: formatSize(matchPicture(size, rules)) });
  if (isKnown(typedOption.id) && typedOption.id === formatSize(size)) return options;
  return [...options.filter(({ id }) => id !== typedOption.id), { ...typedOption, isTyped: true }];
}

function optionOf(choice: SizeChoice): SizeOption {
  return { id: choice.kind === 'size' ? choice.text : choice.kind, choice, isTyped: false };
}

/**
 * Parses typed text: a size or a tier in its wire form, otherwise the text as typed, whose problem is then reported.
 */
function readSize(text: string, before: SizeChoice, rules: SizeRules): SizeChoice {
  if (text.trim() === '') return before;
  const tier = rules.hasSizeTiers ? parseTier(text) : undefined;
  if (tier !== undefined) return { kind: 'size', text: tier };
  const size = parseSize(text);
  return { kind: 'size', text: size === undefined ? text.trim() : formatSize(size) };
}

function label({ choice }: SizeOption, t: Translate): string {
  if (choice.kind === 'match') return t('images.sizeMatch');
  return choice.kind === 'none' ? t('images.sizeNotSent') : choice.text;
}

function hint({ choice }: SizeOption, matched: string, t: Translate): string {
  if (choice.kind === 'match') return matched;
  if (choice.kind === 'size' && parseTier(choice.text) !== undefined) return t('images.sizeTier');
  return choice.kind === 'size' && choice.text === DEFAULT_SIZE ? t('images.sizeRelayDefault') : '';
}

/** The text of a size's problem. @param nearest to it, can be sent */
function formatSizeProblem(problem: SizeProblem, nearest: Size, rules: SizeRules, t: Translate): string {
  if (problem === 'shape') return t('images.sizeProblem.shape');
  if (problem === 'ratio') return t('images.sizeProblem.ratio', { count: rules.maxRatio });
  return t(`images.sizeProblem.${problem}`, { size: formatSize(nearest) });
}
