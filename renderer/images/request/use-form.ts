// Hooks for the form of the next edit.

import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { RequestForm } from '../../../shared/images/edit-fields.ts';
import type { FormAnswer } from '../../../shared/images/request-form.ts';
import { useSession } from '../../services.ts';
import { activeConnection, picturesNotUsedBy } from '../../shell/session-store.ts';
import type { ImagesStore } from '../images-store.ts';
import { answerForm, type FormFacts } from './edit-options.ts';

/** The form of the next request, and what it cannot carry, for the current choices. */
export function useForm(store: ImagesStore): FormAnswer {
  return answerForm(useFormFacts(store));
}

/** The current facts that decide the form. */
export function useFormFacts(store: ImagesStore): FormFacts {
  const choices = useStore(store, (images) => images.choices);
  const pictureCount = useStore(store, (images) => images.pictures.length);
  const hasMask = useStore(store, (images) => !images.mask.isEmpty);
  const hasAddress = useStore(store, (images) => images.pictures.some((picture) => picture.isSentAsAddress));
  const endUserId = useSession((session) => activeConnection(session)?.dialect.endUserId ?? '');
  const notUsedBy = usePicturesNotUsedBy();
  return { choices, pictureCount, hasMask, hasAddress, endUserId, picturesNotUsedBy: notUsedBy };
}

/** Forms in which the active relay is known not to use the picture. */
function usePicturesNotUsedBy(): readonly RequestForm[] {
  return useSession(useShallow(picturesNotUsedBy));
}
