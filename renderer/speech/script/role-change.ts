// Changes of how a role speaks. Pure functions.

import type { CastRole } from '../../../shared/contract/scripts.ts';

/** What a person can set for a role; undefined removes the setting. */
export type RoleChange = { [N in keyof Omit<CastRole, 'name'>]?: CastRole[N] | undefined };

/** Returns a role with changed settings. */
export function withRoleChange(role: CastRole, change: RoleChange): CastRole {
  const { name, voice, speed, extras, isReadAloud, colour } = { ...role, ...change };
  return {
    name,
    ...(voice !== undefined && { voice }),
    ...(speed !== undefined && { speed }),
    extras: extras ?? {},
    ...(isReadAloud !== undefined && { isReadAloud }),
    colour: colour ?? role.colour,
  };
}
