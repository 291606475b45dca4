// The form the next edit will take, for the views that say so.

import { useStore } from 'zustand';
import type { FormAnswer } from '../../shared/images/request-form.ts';
import { useSession } from '../app/services.ts';
import { activeConnection } from '../app/session-store.ts';
import { answerForm } from './edit-options.ts';
import type { ImagesStore } from './images-store.ts';

/** Which form the request will take and what it leaves out, as things stand. */
export function useForm(store: ImagesStore): FormAnswer {
  const choices = useStore(store, (images) => images.choices);
  const pictureCount = useStore(store, (images) => images.pictures.length);
  const hasMask = useStore(store, (images) => !images.mask.isEmpty);
  const hasAddress = useStore(store, (images) => images.pictures.some((picture) => picture.isSentAsAddress));
  const endUserId = useSession((session) => activeConnection(session)?.dialect.endUserId ?? '');
  return answerForm({ choices, pictureCount, hasMask, hasAddress, endUserId });
}
