// The form the next edit will take, for the views that say so.

import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { RequestForm } from '../../../shared/images/edit-fields.ts';
import type { FormAnswer } from '../../../shared/images/request-form.ts';
import { useSession } from '../../app/services.ts';
import { activeConnection, picturesNotUsedBy } from '../../app/session-store.ts';
import type { ImagesStore } from '../images-store.ts';
import { answerForm, type FormFacts } from './edit-options.ts';

/** Which form the request will take and what it leaves out, as things stand. */
export function useForm(store: ImagesStore): FormAnswer {
  return answerForm(useFormFacts(store));
}

/** What decides the form as things stand. */
export function useFormFacts(store: ImagesStore): FormFacts {
  const choices = useStore(store, (images) => images.choices);
  const pictureCount = useStore(store, (images) => images.pictures.length);
  const hasMask = useStore(store, (images) => !images.mask.isEmpty);
  const hasAddress = useStore(store, (images) => images.pictures.some((picture) => picture.isSentAsAddress));
  const endUserId = useSession((session) => activeConnection(session)?.dialect.endUserId ?? '');
  const notUsedBy = usePicturesNotUsedBy();
  return { choices, pictureCount, hasMask, hasAddress, endUserId, picturesNotUsedBy: notUsedBy };
}

/** Forms in which the relay in use is remembered not to have used the picture. */
export function usePicturesNotUsedBy(): readonly RequestForm[] {
  return useSession(useShallow(picturesNotUsedBy));
}
