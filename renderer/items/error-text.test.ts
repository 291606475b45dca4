import { describe, expect, test } from 'vitest';
import { appError } from '../../shared/errors.ts';
import { createTranslator } from '../../shared/i18n/all.ts';
import type { Locale } from '../../shared/i18n/index.ts';
import { describeError } from './error-text.ts';

const t = createTranslator('en');

describe('the text of an error', () => {
  test('depends on what was requested', () => {
    expect(describeError(appError('reply.empty'), t).title).toBe('The relay sent no sound');
    expect(describeError(appError('reply.empty'), t, false, 'edit').title).toBe('The relay sent no picture');
    expect(describeError(appError('key.missing'), t, false, 'edit').title).toBe('This connection has no key');
  });

  test('says what is wrong with the disk, and how much room is needed', () => {
    const full = appError('storage.failed', { problem: 'full', reason: 'ENOSPC' });
    expect(describeError(full, t).paragraphs.join()).toContain('The disk is full.');
    const noRoom = appError('storage.no_room', { neededBytes: 40 * 1024 * 1024, freeBytes: 1024 * 1024 });
    expect(describeError(noRoom, t).paragraphs.join()).toMatch(/40 MB .* 1 MB\b.*Nothing was billed\./);
  });

  test('says in words of its own what is wrong with a secure connection', () => {
    const problems = ['notTls', 'tooOld', 'untrusted', 'expired', 'otherName', undefined];
    for (const words of [t, createTranslator('zh')]) {
      const advice = problems.map((problem) =>
        describeError(appError('network.tls', problem ? { problem } : {}), words).paragraphs.join(),
      );
      expect(new Set(advice).size).toBe(problems.length);
    }
  });

  test('states what an attempt cost if a request was sent', () => {
    expect(describeError(appError('outcome.unknown'), t).paragraphs.join()).toContain('may have been billed');
    const unusable = describeError(appError('picture.unusable', { problem: 'empty', name: 'a.png' }), t);
    expect(unusable.title).toBe('“a.png” cannot be used');
    expect(unusable.paragraphs).toEqual(['The file is empty.']);
  });

  test('says of a result that the disk did not take that it is saved later, not sent again', () => {
    const full = appError('storage.failed', { problem: 'full' });
    expect(describeError(full, t, true).paragraphs.join()).toContain('saved automatically once the disk works again');
  });

  test.each([
    ['en', 'The relay says: “no such size”', 'Nothing was billed.'],
    ['zh', '中转站的说明：“no such size”', '没有产生费用。'],
  ] as const)('quotes the relay in a separate paragraph: %s', (locale, quote, billed) => {
    const refused = appError('relay.bad_request', { relayMessage: 'no such size' });
    const { paragraphs } = describeError(refused, createTranslator(locale), false, 'edit');
    expect(paragraphs.slice(1)).toEqual([quote, billed]);
  });

  test('of a task says its id and address, and never that it was free or that other words would help', () => {
    const details = { taskId: 'a-1', taskUrl: 'https://a.example/1', canAsk: true };
    const { title, paragraphs } = describeError(appError('outcome.accepted', details), t, false, 'edit');
    expect(title).toBe('The relay has not finished yet');
    expect(paragraphs.slice(1)).toEqual(['Task: a-1', 'Address: https://a.example/1', 'This may have been billed.']);
    expect(paragraphs[0]).not.toContain('another wording');
  });

  test('joins sentences by the rules of the language', () => {
    const paragraphOf = (locale: Locale) => describeError(appError('key.missing'), createTranslator(locale)).paragraphs;
    expect(paragraphOf('en')).toEqual(['Enter the key your relay gave you. Nothing was billed.']);
    expect(paragraphOf('zh')).toEqual([expect.stringMatching(/^[^ ]+。没有产生费用。$/)]);
  });
});
