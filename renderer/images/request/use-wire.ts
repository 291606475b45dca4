// Hooks for the wire size of picture 1, and its place within it.

import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { DEFAULT_SIZE_RULES, type SizeRules } from '../../../shared/images/size.ts';
import { planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import { useSession } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import { sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import { resolveSize, sizeRules } from './edit-options.ts';
import { useForm } from './use-form.ts';

/** The size rules of the active connection. */
export function useSizeRules(): SizeRules {
  return useSession(useShallow((session) => sizeRules(activeConnection(session)) ?? DEFAULT_SIZE_RULES));
}

/**
 * The geometry with which picture 1 would be sent now; null if there is no picture, if the size is invalid, or if its
 * address is sent.
 */
export function useWirePlan(store: ImagesStore): WirePlan | null {
  const source = useStore(store, (images) => images.pictures[0]);
  const choice = useStore(store, (images) => images.choices.size);
  const rules = useSizeRules();
  const { form } = useForm(store);
  return useMemo(() => {
    if (source === undefined || (source.isSentAsAddress && form === 'json')) return null;
    const { wire, problem } = resolveSize(choice, sizeOf(source), rules);
    return problem === null ? planWire(sizeOf(source), wire) : null;
  }, [source, choice, rules, form]);
}
