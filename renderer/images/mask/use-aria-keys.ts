// The keys of commands as assistive technology is told them. Independent of what the commands do.

import { type CommandId, commandFacts } from '../../../shared/commands.ts';
import { useSession } from '../../app/services.ts';
import { ariaKey } from '../../app/shell/keys.ts';

/** Gives the value of `aria-keyshortcuts` for a control that does what these commands do. */
export function useAriaKeys(): (...ids: readonly CommandId[]) => string {
  const isMac = useSession((session) => session.platform === 'darwin');
  return (...ids) =>
    ids
      .flatMap((id) => commandFacts(id).keys ?? [])
      .map((key) => ariaKey(key, isMac))
      .join(' ');
}
