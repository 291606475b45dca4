import { describe, expect, test, vi } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { mediaId, picture as stored } from '../../testing/fake-ipc.ts';
import { PNG, startImages } from '../../testing/images.ts';
import type { TrayPicture } from '../images-state.ts';
import { AS_IT_IS } from './open-pictures.ts';
import { chainOf, firstName, namelessPicture, withNextSource } from './source-chain.ts';

const picture = (key: string): TrayPicture => ({
  ...AS_IT_IS,
  key,
  mediaId: mediaId(key),
  name: key,
  widthPx: 8,
  heightPx: 6,
  sizeBytes: 1,
});
const keys = (chain: readonly TrayPicture[]): string => chain.map(({ key }) => key).join('');
const [a, b, c, d] = [picture('a'), picture('b'), picture('c'), picture('d')];

describe('the chain of sources', () => {
  test('grows by each result that is edited further', () => {
    const once = withNextSource([], a, b);
    expect(keys(once)).toBe('ab');
    expect(keys(withNextSource(once, b, c))).toBe('abc');
  });

  test('is named after its first picture, unless that came without a name', () => {
    expect(firstName({ pictures: [c], chain: [a, b, c] })).toBe('a');
    expect(firstName({ pictures: [d], chain: [a, b, c] })).toBe('d');
    expect(firstName({ pictures: [], chain: [] })).toBeUndefined();
    expect(firstName({ pictures: [{ ...a, name: namelessPicture(0) }], chain: [] })).toBeUndefined();
  });

  test('continues where a person went back to', () => {
    expect(keys(withNextSource([a, b, c], b, d))).toBe('abd');
  });

  test('is that of its own pictures only', () => {
    expect(keys(chainOf([a, b], b))).toBe('ab');
    expect(chainOf([a, b], c)).toEqual([]);
    expect(chainOf([a, b], undefined)).toEqual([]);
    expect(keys(withNextSource([a, b], c, d))).toBe('cd');
  });

  test('keeps the original and its latest sources', () => {
    let chain: readonly TrayPicture[] = [];
    for (let i = 0; i < 60; i++) chain = withNextSource(chain, picture(`${i}`), picture(`${i + 1}`));
    expect(chain).toHaveLength(50);
    expect(chain[0]?.key).toBe('0');
    expect(chain.at(-1)?.key).toBe('60');
  });
});

describe('on the screen', () => {
  async function startChain() {
    const studio = startImages();
    vi.stubGlobal('fetch', async () => new Response(PNG));
    const { images, addFile, answers } = studio;
    let imported = 0;
    answers['media.importBytes'] = () => ok(stored(`source ${imported++}`));
    await addFile();
    for (const name of ['first', 'second'])
      await images.getState().replaceSource(Promise.resolve({ mediaId: mediaId(name) }), name);
    vi.unstubAllGlobals();
    const names = () => images.getState().chain.map(({ name }) => name);
    return { ...studio, names, state: images.getState };
  }

  test('every source is one step away, with its mask, and nothing is lost by going back', async () => {
    const { state, names, forgotten, shown } = await startChain();
    expect(names()).toEqual(['a.png', 'first', 'second']);
    const [oldest, , newest] = state().chain;
    state().goToSource(oldest?.key ?? '');
    expect(state().pictures).toEqual([oldest]);
    expect(names()).toEqual(['a.png', 'first', 'second']);
    state().goToSource(newest?.key ?? '');
    expect(state().pictures).toEqual([newest]);
    expect(shown.at(-1)).toBe(newest?.key);
    expect(forgotten).toEqual([]);
  });

  test('going on with a result that is in the chain goes back to it, with its mask', async () => {
    const { state, names, history } = await startChain();
    const [, first, second] = state().chain;
    const takeFirst = () => state().replaceSource(Promise.resolve({ mediaId: first?.mediaId ?? '' }), 'again');
    await takeFirst();
    expect(state().pictures).toEqual([first]);
    expect(names()).toEqual(['a.png', 'first', 'second']);
    expect(await takeFirst()).toBeNull();
    expect(await state().whenReplaced()).toBe(true);
    await history.getState().undo('images');
    expect(state().pictures).toEqual([second]);
  });

  test('undoing Use as source takes its step back', async () => {
    const { state, names, images, history } = await startChain();
    vi.stubGlobal('fetch', async () => new Response(PNG));
    await images.getState().replaceSource(Promise.resolve({ mediaId: mediaId('third') }), 'third');
    vi.unstubAllGlobals();
    expect(names()).toHaveLength(4);
    await history.getState().undo('images');
    expect(names()).toEqual(['a.png', 'first', 'second']);
    expect(state().pictures[0]?.name).toBe('second');
  });

  test('is kept with the draft, and restored with the masks of all its sources', async () => {
    const { requests, state } = await startChain();
    const saved = requests.filter(({ route }) => route === 'drafts.save').at(-1)?.input;
    expect(saved).toMatchObject({
      name: 'images',
      body: { chain: [{ name: 'a.png' }, { name: 'first' }, { name: 'second' }] },
    });
    const next = startImages();
    const draft = {
      pictures: [...state().pictures],
      chain: [...state().chain],
      instruction: '',
      guide: state().guide,
      choices: {},
    };
    const masks = state().chain.map(({ key }) => ({ key, tiles: [] }));
    next.answers['drafts.loadMasks'] = () => ok(masks);
    await next.images.getState().restore(draft);
    expect(next.images.getState().chain).toEqual(state().chain);
    expect(next.restored).toEqual(masks.map(({ key }) => key));
  });

  test('the masks of its sources are kept however many there are', async () => {
    const { images, forgotten } = await startChain();
    vi.stubGlobal('fetch', async () => new Response(PNG));
    for (let i = 0; i < 8; i++)
      await images.getState().replaceSource(Promise.resolve({ mediaId: mediaId(`n${i}`) }), `n${i}`);
    vi.unstubAllGlobals();
    expect(forgotten).toEqual([]);
  });
});
