// The keys of commands as values for assistive technology.

import { type CommandId, commandFacts } from '../../shared/app/commands.ts';
import { useSession } from '../services.ts';
import { ariaKey } from './keys.ts';

/** Returns a function that formats the keys of commands for `aria-keyshortcuts`. */
export function useAriaKeys(): (...ids: readonly CommandId[]) => string {
  const isMac = useSession((session) => session.platform === 'darwin');
  return (...ids) =>
    ids
      .flatMap((id) => commandFacts(id).keys ?? [])
      .map((key) => ariaKey(key, isMac))
      .join(' ');
}
