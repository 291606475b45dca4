import { describe, expect, test, vi } from 'vitest';
import { createSessionStore } from '../shell/session-store.ts';
import { appState, fakeIpc, item, job } from '../testing/fake-ipc.ts';
import { fakePlayer } from '../testing/player.ts';
import { createPlayerStore, titleOf } from './player-store.ts';

function start() {
  const { ipc, requests } = fakeIpc();
  const session = createSessionStore({ ipc, initial: appState() });
  const keep = vi.fn();
  const { engine, change, decoder } = fakePlayer();
  const player = createPlayerStore({ engine, decoder, peaks: { keep }, session });
  return { player, engine, change, decoder, keep, requests };
}

describe('the player store', () => {
  test('plays a take, pauses it, and changes to another', () => {
    const { player, engine } = start();
    const first = item('1', 1);
    player.getState().toggleItem(first);
    expect(player.getState()).toMatchObject({ item: { id: '1' }, isPlaying: true });
    expect(engine.load).toHaveBeenLastCalledWith(`/media/${first.mediaId}?rate=24000`);
    player.getState().toggleItem(first);
    expect(player.getState().isPlaying).toBe(false);
    player.getState().toggleItem(item('2', 2));
    expect(player.getState()).toMatchObject({ item: { id: '2' }, isPlaying: true });
  });

  test('a guest is shown and controlled in place of the loaded take, and only one of them plays', () => {
    const { player, engine } = start();
    const transport = { ...engine, positionS: () => 5, seek: vi.fn() };
    const guest = { item: item('2', 2), title: 'Shiny', isPlaying: true, transport, toggle: vi.fn(), stop: vi.fn() };
    player.getState().play(item('1', 1));
    player.getState().setGuest(guest);
    expect(titleOf(player.getState())).toBe('Shiny');
    expect(engine.snapshot().isPlaying).toBe(false);
    player.getState().toggle();
    player.getState().seekBy(-1);
    expect(guest.toggle).toHaveBeenCalledOnce();
    expect(transport.seek).toHaveBeenLastCalledWith(4);
    player.getState().seek(1.5);
    expect(transport.seek).toHaveBeenLastCalledWith(1.5);
    expect(engine.seek).not.toHaveBeenCalled();
    player.getState().toggleItem(item('1', 1));
    expect(guest.stop).toHaveBeenCalledOnce();
    expect(player.getState()).toMatchObject({ guest: null, isPlaying: true });
  });

  test('shows the library’s length until the file declares its own', () => {
    const { player, change } = start();
    player.getState().play(item('1', 1));
    expect(player.getState().durationS).toBe(1);
    change({ durationS: 1.2 });
    expect(player.getState().durationS).toBe(1.2);
  });

  test('plays several takes in a row; one that cannot be played is passed over', () => {
    const { player, change } = start();
    player.getState().playInARow(['1', '2', '3', '4'].map((id) => item(id, 1)));
    const loaded = () => player.getState().item?.id;
    expect(loaded()).toBe('1');
    change({ isPlaying: false, hasEnded: true });
    expect([loaded(), player.getState().isPlaying]).toEqual(['2', true]);
    player.getState().unload(['3']);
    change({ isPlaying: false, hasFailed: true });
    expect(loaded()).toBe('4');
    change({ isPlaying: false, hasEnded: true });
    expect([loaded(), player.getState().isPlaying]).toEqual(['4', false]);
  });

  test('another take ends the row', () => {
    const { player, change } = start();
    player.getState().playInARow([item('1', 1), item('2', 1)]);
    player.getState().play(item('3', 1));
    change({ isPlaying: false, hasEnded: true });
    expect(player.getState().item?.id).toBe('3');
  });

  test('unloads a take only if that take was deleted', () => {
    const { player } = start();
    player.getState().play(item('1', 1));
    player.getState().unload(['2']);
    expect(player.getState().item?.id).toBe('1');
    player.getState().unload(['1']);
    expect(player.getState()).toMatchObject({ item: null, isPlaying: false, durationS: null });
  });

  test('saves the volume, at the latest when the window closes', () => {
    const { player, requests, engine } = start();
    player.getState().setVolume(0.5);
    player.getState().dispose();
    expect(engine.setVolume).toHaveBeenLastCalledWith(0.5);
    expect(requests).toEqual([{ route: 'settings.update', input: { player: { volume: 0.5 } } }]);
  });

  test('seeks relative to its position', () => {
    const { player, engine } = start();
    player.getState().seekBy(-5);
    expect(engine.seek).toHaveBeenCalledWith(-3);
  });
});

describe('a take that arrives', () => {
  test('plays from its first samples and becomes the saved take', () => {
    const { player, engine, decoder, keep } = start();
    player.getState().prepare('pcm');
    expect(engine.warm).toHaveBeenLastCalledWith(24_000);
    player.getState().prepare('ogg_opus');
    expect(engine.warm).toHaveBeenLastCalledWith(48_000);
    player.getState().expect(job('a'));
    expect(engine.playLive).not.toHaveBeenCalled();
    decoder.begin('a');
    expect(player.getState()).toMatchObject({ item: null, live: { jobId: 'a', title: 'Hello.' }, isPlaying: true });
    const saved = item('a', 1);
    player.getState().settleLive('a', saved, true);
    expect(player.getState()).toMatchObject({ item: { id: 'a' }, live: null });
    expect(engine.saveLive).toHaveBeenCalledWith('a', `/media/${saved.mediaId}?rate=24000`);
    expect(engine.load).not.toHaveBeenCalled();
    expect(keep).toHaveBeenCalledWith(saved.mediaId, expect.objectContaining({ length: 4 }));
    expect(decoder.drop).toHaveBeenCalledWith('a');
  });

  test('that plays only from its file is loaded at its first bytes', () => {
    const { player, engine, decoder, keep } = start();
    player.getState().play(item('old', 0));
    player.getState().expect(job('a'));
    decoder.beginUnheard('a');
    expect(engine.playLive).toHaveBeenCalledWith('a', null);
    expect(player.getState()).toMatchObject({ item: null, live: { jobId: 'a' }, isPlaying: true, isReceiving: true });
    const saved = item('a', 1);
    player.getState().settleLive('a', saved, true);
    expect(player.getState()).toMatchObject({ item: { id: 'a' }, live: null, isReceiving: false });
    expect(engine.saveLive).toHaveBeenCalledWith('a', `/media/${saved.mediaId}?rate=24000`);
    // The waveform is read from the file.
    expect(keep).not.toHaveBeenCalled();
  });

  test('plays even if its sound arrives before the reply', () => {
    const { player, engine, decoder } = start();
    decoder.begin('a');
    expect(engine.playLive).not.toHaveBeenCalled();
    player.getState().expect(job('a'));
    expect(engine.playLive).toHaveBeenCalledTimes(1);
  });

  test('stays silent if a newer one is requested or something else is played in the meantime', () => {
    const { player, engine, decoder } = start();
    player.getState().expect(job('a'));
    player.getState().expect(job('b'));
    decoder.begin('a');
    player.getState().settleLive('a', item('a', 1), true);
    expect(engine.playLive).not.toHaveBeenCalled();
    player.getState().play(item('old', 0));
    decoder.begin('b');
    player.getState().settleLive('b', item('b', 1), true);
    expect(engine.playLive).not.toHaveBeenCalled();
    expect(player.getState().item?.id).toBe('old');
  });

  test('that could not be played live plays once it is saved, a failed one does not', () => {
    const { player, engine } = start();
    player.getState().expect(job('a'));
    player.getState().settleLive('a', item('a', 1), true);
    expect(engine.load).toHaveBeenCalledTimes(1);
    player.getState().expect(job('b'));
    player.getState().settleLive('b', item('b', 1), false);
    expect(engine.load).toHaveBeenCalledTimes(1);
  });

  test('that fails part-way keeps what arrived; a cancelled one stops', () => {
    const { player, engine, decoder } = start();
    player.getState().expect(job('a'));
    decoder.begin('a');
    player.getState().settleLive('a', item('a', 1), false);
    expect(player.getState()).toMatchObject({ item: { id: 'a' }, isPlaying: true });
    player.getState().expect(job('b'));
    decoder.begin('b');
    player.getState().settleLive('b', null, false);
    expect(engine.unload).toHaveBeenCalledTimes(1);
    expect(player.getState()).toMatchObject({ item: null, live: null, isPlaying: false });
  });
});
