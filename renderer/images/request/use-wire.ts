// Hooks for what is sent of picture 1: all of it or a part, in which size, and its place within that.

import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { PicturePart } from '../../../shared/images/detail.ts';
import { DEFAULT_SIZE_RULES, type Size, type SizeRules } from '../../../shared/images/size.ts';
import { planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import { useSession } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import { sizeOf } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import { detailPart } from './detail-part.ts';
import { resolveSize, sizeRules } from './edit-options.ts';
import { useForm } from './use-form.ts';

/** The size rules of the active connection. */
export function useSizeRules(): SizeRules {
  return useSession(useShallow((session) => sizeRules(activeConnection(session)) ?? DEFAULT_SIZE_RULES));
}

/** Whether the address of picture 1 would be sent now, so that nothing is made of it. */
export function useIsAddressSent(store: ImagesStore): boolean {
  const isMeant = useStore(store, ({ pictures: [source] }) => source?.isSentAsAddress === true);
  const { form } = useForm(store);
  return isMeant && form === 'json';
}

/** The part of picture 1 that would be sent now; null for the whole of it. */
export function usePart(store: ImagesStore): PicturePart | null {
  const source = useStore(store, (images) => images.pictures[0]);
  const bounds = useStore(store, (images) => images.mask.bounds);
  const detail = useStore(store, (images) => images.choices.detail);
  const contextRatio = useStore(store, (images) => images.choices.contextRatio);
  const size = useStore(store, (images) => images.choices.size);
  const rules = useSizeRules();
  const isAddressSent = useIsAddressSent(store);
  return useMemo(() => {
    if (source === undefined || isAddressSent) return null;
    return detailPart(sizeOf(source), bounds ?? null, { detail, contextRatio, size }, rules);
  }, [source, isAddressSent, bounds, detail, contextRatio, size, rules]);
}

/** The size of what would be sent of picture 1, in its own pixels; null if there is none. */
export function useSentSize(store: ImagesStore): Size | null {
  const source = useStore(store, (images) => images.pictures[0]);
  const part = usePart(store);
  return useMemo(() => {
    if (source === undefined) return null;
    return part === null ? sizeOf(source) : { width: part.width, height: part.height };
  }, [source, part]);
}

/**
 * The geometry with which picture 1, or the part of it, would be sent now; null if there is no picture, if the size is
 * invalid, or if its address is sent.
 */
export function useWirePlan(store: ImagesStore): WirePlan | null {
  const sent = useSentSize(store);
  const choice = useStore(store, (images) => images.choices.size);
  const rules = useSizeRules();
  const isAddressSent = useIsAddressSent(store);
  return useMemo(() => {
    if (sent === null || isAddressSent) return null;
    const { wire, problem } = resolveSize(choice, sent, rules);
    return problem === null ? planWire(sent, wire) : null;
  }, [sent, choice, rules, isAddressSent]);
}
