import { describe, expect, test } from 'vitest';
import type { EditRequest } from '../../../shared/contract/images.ts';
import type { OptionName } from '../../../shared/images/edit-fields.ts';
import { DEFAULT_SIZE_RULES } from '../../../shared/images/size.ts';
import { editMask } from '../../testing/fake-ipc.ts';
import {
  answerForm,
  choicesOf,
  DEFAULT_CHOICES,
  type EditChoices,
  isTransparentJpeg,
  type OptionState,
  optionState,
  optionsFor,
  optionsWithoutEffect,
  resolveSize,
} from './edit-options.ts';

const rules = DEFAULT_SIZE_RULES;
const source = { width: 2560, height: 1440 };
const FACTS = { hasAddress: false, endUserId: '', picturesNotUsedBy: [] };
const ask = (change: Partial<EditChoices>, pictureCount = 1, hasMask = false) => {
  const choices = { ...DEFAULT_CHOICES, ...change };
  const answer = answerForm({ choices, pictureCount, hasMask, ...FACTS });
  return { answer, options: optionsFor(choices, resolveSize(choices.size, source, rules), answer) };
};

describe('size', () => {
  test('matches the picture, is the typed size, or is not sent', () => {
    expect(resolveSize({ kind: 'match' }, source, rules)).toMatchObject({ sent: '2560x1440', problem: null });
    expect(resolveSize({ kind: 'size', text: '３０００×2000' }, source, rules)).toMatchObject({ sent: '3000x2000' });
    expect(resolveSize({ kind: 'none' }, source, rules)).toMatchObject({
      sent: null,
      wire: { width: 1920, height: 1920 },
      problem: null,
    });
  });

  test('can be a tier if the connection accepts tiers', () => {
    const choice = { kind: 'size', text: '3k' } as const;
    expect(resolveSize(choice, source, { ...rules, hasSizeTiers: true })).toEqual({
      sent: '3K',
      wire: source,
      problem: null,
    });
    expect(resolveSize(choice, source, rules)).toMatchObject({ sent: null, problem: 'shape' });
  });

  test('reports the problem', () => {
    expect(resolveSize({ kind: 'size', text: '100x100' }, source, rules).problem).toBe('tooFewPixels');
    expect(resolveSize({ kind: 'size', text: 'large' }, source, rules).problem).toBe('shape');
    expect(resolveSize({ kind: 'size', text: '9000x9000' }, source, rules).problem).toBe('tooManyPixels');
  });
});

describe('what is sent', () => {
  test('nothing optional by default; watermark always', () => {
    const { options } = ask({}, 1, true);
    expect(Object.entries(options).filter(([, value]) => value !== null)).toEqual([
      ['size', '2560x1440'],
      ['watermark', false],
    ]);
  });

  test('compression only with a lossy format', () => {
    expect(ask({ outputCompression: 40 }, 1, true).options.outputCompression).toBeNull();
    expect(ask({ outputCompression: 40, outputFormat: 'png' }, 1, true).options.outputCompression).toBeNull();
    expect(ask({ outputCompression: 40, outputFormat: 'webp' }, 1, true).options.outputCompression).toBe(40);
    expect(ask({ outputFormat: 'jpeg' }, 1, true).options.outputCompression).toBe(90);
  });

  test('variations are n in multipart and requests in JSON', () => {
    expect(ask({ variations: 3 }, 1, true)).toMatchObject({
      answer: { form: 'multipart', requests: 1 },
      options: { variations: 3 },
    });
    expect(ask({ variations: 3 }, 2, true)).toMatchObject({
      answer: { form: 'json', requests: 3, isMaskAppliedHere: true },
      options: { variations: null },
    });
  });

  test('options that the form lacks are listed and not sent', () => {
    const { answer, options } = ask({ quality: 'high', background: 'opaque' }, 2);
    expect(answer.notSent).toEqual(['quality', 'background']);
    expect(options).toMatchObject({ quality: null, background: null });
    expect(ask({ previews: true }, 1, true).answer.notSent).toEqual(['previews']);
  });

  test('jpeg cannot be transparent', () => {
    expect(isTransparentJpeg({ ...DEFAULT_CHOICES, background: 'transparent', outputFormat: 'jpeg' })).toBe(true);
    expect(isTransparentJpeg({ ...DEFAULT_CHOICES, background: 'transparent', outputFormat: 'webp' })).toBe(false);
  });
});

describe('an earlier request', () => {
  const request = (change: Partial<EditChoices>, pictureCount: number, hasMask: boolean): EditRequest => {
    const { answer, options } = ask(change, pictureCount, hasMask);
    const id = 'a'.repeat(64);
    return {
      connectionId: 'own',
      prompt: 'x',
      pictures: Array.from({ length: pictureCount }, () => ({ kind: 'media', mediaId: id, wireMediaId: id })),
      mask: hasMask
        ? editMask({
            choice: change.mask ?? 'automatic',
            detail: change.detail ?? 'auto',
            contextRatio: change.contextRatio ?? null,
          })
        : null,
      form: answer.form,
      isSizeMatched: false,
      part: null,
      options,
    };
  };

  test.each<[Partial<EditChoices>, number, boolean]>([
    [{}, 1, true],
    [{ quality: 'hd', watermark: true, responseFormat: 'url' }, 1, true],
    [{ size: { kind: 'none' } }, 1, false],
    [{ size: { kind: 'size', text: '1920x1920' }, form: 'multipart' }, 2, false],
    [{ previews: true }, 1, false],
    [{ mask: 'annotated' }, 1, true],
    [{ mask: 'region', form: 'multipart' }, 1, true],
    [{ mask: 'file' }, 2, true],
    [{ detail: 'off' }, 1, true],
    [{ detail: 'on', contextRatio: 0.75 }, 1, true],
  ])('%o is recalled as it was', (change, pictureCount, hasMask) => {
    const recalled = request(change, pictureCount, hasMask);
    expect(choicesOf(recalled, '2560x1440')).toEqual({ ...DEFAULT_CHOICES, ...change, form: recalled.form });
  });
});

test.each<[OptionName, Partial<EditChoices>, OptionState | null]>([
  ['quality', {}, { isDisabled: false, note: null }],
  ['quality', { form: 'json' }, null],
  ['quality', { form: 'json', quality: 'hd' }, { isDisabled: false, note: 'notSent' }],
  ['previews', { form: 'multipart' }, null],
  ['previews', { form: 'multipart', previews: true }, { isDisabled: false, note: 'notSent' }],
  ['watermark', { form: 'multipart' }, { isDisabled: false, note: null }],
  ['outputCompression', {}, { isDisabled: true, note: 'onlyWith' }],
  ['outputCompression', { outputFormat: 'png', form: 'json' }, { isDisabled: true, note: 'onlyWith' }],
  ['outputCompression', { form: 'json' }, null],
  ['outputCompression', { outputFormat: 'webp' }, { isDisabled: false, note: null }],
  ['outputCompression', { outputFormat: 'webp', form: 'json' }, { isDisabled: false, note: 'notSent' }],
])('%s, with %o, stands as %o', (name, change, expected) => {
  const choices = { ...DEFAULT_CHOICES, ...change };
  const facts = { choices, pictureCount: 1, hasMask: false, ...FACTS };
  expect(optionState(name, choices, answerForm(facts), optionsWithoutEffect(facts))).toEqual(expected);
});

test('an option has no effect if something else requires the other form', () => {
  const has = (change: Partial<EditChoices>, pictureCount: number, hasMask: boolean) => {
    const choices = { ...DEFAULT_CHOICES, ...change };
    const names = optionsWithoutEffect({ choices, pictureCount, hasMask, ...FACTS });
    return { quality: names.has('quality'), previews: names.has('previews') };
  };
  expect(has({}, 1, false)).toEqual({ quality: false, previews: false });
  expect(has({}, 2, true)).toEqual({ quality: true, previews: false });
  expect(has({}, 1, true)).toEqual({ quality: false, previews: true });
  expect(has({ form: 'json' }, 1, true)).toEqual({ quality: true, previews: false });
  expect(has({ previews: true }, 1, false)).toEqual({ quality: true, previews: false });
});
