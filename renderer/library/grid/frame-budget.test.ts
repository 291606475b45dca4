import { describe, expect, it } from 'vitest';
import { createFrameBudget } from './frame-budget.ts';

/** A budget of 10 in frames that the test begins, and what it has granted. */
function setUp() {
  const frames: (() => void)[] = [];
  const granted: string[] = [];
  const budget = createFrameBudget(10, (onFrame) => frames.push(onFrame));
  return {
    granted,
    frames,
    spend: (name: string, cost: number) => budget.spend(cost, () => granted.push(name)),
    nextFrame: () => frames.shift()?.(),
  };
}

describe('the budget of a frame', () => {
  it('grants at once what fits, and the rest in order in later frames', () => {
    const { granted, spend, nextFrame } = setUp();
    for (const name of ['a', 'b', 'c', 'd', 'e']) spend(name, 5);
    expect(granted).toEqual(['a', 'b']);
    nextFrame();
    expect(granted).toEqual(['a', 'b', 'c', 'd']);
    nextFrame();
    expect(granted).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is full again in the next frame', () => {
    const { granted, spend, nextFrame } = setUp();
    spend('a', 10);
    nextFrame();
    spend('b', 10);
    expect(granted).toEqual(['a', 'b']);
  });

  it('grants what costs more than a frame has, alone', () => {
    const { granted, spend, nextFrame } = setUp();
    spend('wide', 25);
    spend('next', 1);
    expect(granted).toEqual(['wide']);
    nextFrame();
    expect(granted).toEqual(['wide', 'next']);
  });

  it('forgets what was withdrawn', () => {
    const { granted, spend, nextFrame } = setUp();
    spend('a', 10);
    const withdraw = spend('b', 10);
    spend('c', 10);
    withdraw();
    nextFrame();
    expect(granted).toEqual(['a', 'c']);
  });

  it('asks for no frame while nothing is spent', () => {
    const { frames, spend, nextFrame } = setUp();
    expect(frames).toHaveLength(0);
    spend('a', 1);
    nextFrame();
    expect(frames).toHaveLength(0);
  });
});
