import { describe, expect, it } from 'vitest';
import { composePrompt, isGuided, NO_GUIDE } from './instruction.ts';

describe('composePrompt', () => {
  it('is the instruction alone if no field is filled in', () => {
    expect(composePrompt('  Erase the cup ', NO_GUIDE)).toBe('Erase the cup');
  });

  it('adds a line for each field filled in', () => {
    const guide = { change: 'the cup', keep: ' the table ', style: '' };
    expect(composePrompt('Tidy up', guide)).toBe('Tidy up\nChange: the cup\nKeep: the table');
    expect(composePrompt('', guide)).toBe('Change: the cup\nKeep: the table');
  });

  it('names the fields in the language of the instruction', () => {
    expect(composePrompt('', { change: '把杯子换成花瓶', keep: '桌子', style: '' })).toBe(
      '修改：把杯子换成花瓶\n保留：桌子',
    );
  });
});

it('isGuided: blank fields do not count', () => {
  expect(isGuided({ ...NO_GUIDE, keep: ' \n' })).toBe(false);
  expect(isGuided({ ...NO_GUIDE, keep: 'x' })).toBe(true);
});
