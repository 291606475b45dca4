// Holds the handler of each command that can run now. Independent of keys, menus and what a command does.

import type { CommandId } from '../../shared/app/commands.ts';

/** Views register handlers here; menu, keyboard and command palette run them. */
export type CommandRegistry = {
  /** Registers a handler of `id` until the returned function is called; the latest one is used. */
  offer: (id: CommandId, run: () => void) => () => void;
  /** Runs a command; false when it has no handler. */
  run: (id: CommandId) => boolean;
  isOffered: (id: CommandId) => boolean;
};

/** Creates an empty registry. */
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
