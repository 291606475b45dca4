// The type of the handlers for one part of the contract.

import type { RouteName } from '../../shared/contract/index.ts';
import type { Handlers } from '../ipc.ts';

/** The handlers of all routes with these prefixes: `HandlersOf<'jobs' | 'queues'>`. */
export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<RouteName, `${Prefix}.${string}`>>;
