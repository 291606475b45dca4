// Knows who carries out which command right now. It must not know keys, menus or what a command does.

import type { CommandId } from '../../../shared/commands.ts';

/** Where views offer commands, and menu, keyboard and palette run them. */
export type CommandRegistry = {
  /** Offers to carry out `id` until the returned function is called; the latest offer counts. */
  offer: (id: CommandId, run: () => void) => () => void;
  /** Runs a command; false when nobody offers it. */
  run: (id: CommandId) => boolean;
  isOffered: (id: CommandId) => boolean;
};

/** Makes an empty registry. */
export function createCommandRegistry(): CommandRegistry {
  const offers = new Map<CommandId, (() => void)[]>();
  return {
    offer: (id, run) => {
      offers.set(id, [...(offers.get(id) ?? []), run]);
      return () => {
        offers.set(
          id,
          (offers.get(id) ?? []).filter((other) => other !== run),
        );
      };
    },
    run: (id) => {
      const latest = offers.get(id)?.at(-1);
      latest?.();
      return latest !== undefined;
    },
    isOffered: (id) => (offers.get(id)?.length ?? 0) > 0,
  };
}
