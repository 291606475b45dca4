// The recorded requests of a job or an item, as they come.

import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Exchange } from '../../../shared/contract/exchanges.ts';
import { useCommons } from '../../services.ts';

/** Returns the exchanges of a job or item while the caller is mounted; empty if none are known. */
export function useExchanges(id: string): readonly Exchange[] {
  const { exchanges } = useCommons();
  useEffect(() => exchanges.getState().watch(id), [exchanges, id]);
  return useStore(exchanges, ({ lists }) => lists.get(id)) ?? NONE;
}

const NONE: readonly Exchange[] = [];
