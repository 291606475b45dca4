// What relays may refuse about the pictures, said before they are sent, with one action that mends it.

import { useState } from 'react';
import { useStore } from 'zustand';
import { MAX_REFERENCES_AND_RESULTS, REQUEST_MAX_BYTES } from '../../shared/images/limits.ts';
import {
  bodyBytes,
  fittingBytes,
  isOverCount,
  type ReferenceProblem,
  referenceProblem,
} from '../../shared/images/reference-problems.ts';
import { DEFAULT_SIZE_RULES } from '../../shared/images/size.ts';
import { formatFileSize } from '../app/format-text.ts';
import { useSession, useWords } from '../app/services.ts';
import { activeConnection } from '../app/session-store.ts';
import { Button } from '../ui/Button.tsx';
import styles from './EditFoot.module.css';
import type { TrayPicture } from './images-state.ts';
import type { ImagesStore } from './images-store.ts';
import { useForm } from './use-form.ts';

/** Notes about references; nothing where all is fine. Picture 1 is brought to the size asked for and needs none. */
export function ReferenceNotes({ store }: { store: ImagesStore }) {
  const { t, locale } = useWords();
  const pictures = useStore(store, (images) => images.pictures);
  const variations = useStore(store, (images) => images.choices.variations);
  const maxRatio = useSession((session) => activeConnection(session)?.dialect.maxRatio) ?? DEFAULT_SIZE_RULES.maxRatio;
  const { form, mask, sentPictures } = useForm(store);
  const [isFitting, setFitting] = useState(false);
  const references = pictures.slice(1).filter((picture) => !picture.isSentAsAddress);
  const problems = references.flatMap((picture) => {
    const problem = referenceProblem(picture.fitted ?? picture, maxRatio);
    return problem === undefined ? [] : [{ picture, number: pictures.indexOf(picture) + 1, problem }];
  });
  const sizesBytes = references.map((picture) => (picture.fitted ?? picture).sizeBytes);
  // The marked copy is made about as large as its picture, but never larger than its share of the body.
  if (mask?.hasMarkedCopy) sizesBytes.push(Math.min(pictures[0]?.sizeBytes ?? 0, fittingBytes(sentPictures, form)));
  const totalBytes = bodyBytes(
    sizesBytes.reduce((sum, sizeBytes) => sum + sizeBytes, 0),
    form,
  );
  const isOverBody = totalBytes > REQUEST_MAX_BYTES;
  const mendable = isOverBody ? references : problems.filter(({ problem }) => problem !== 'ratio').map(pictureOf);
  const mend = async (): Promise<void> => {
    setFitting(true);
    const keys = mendable.map(({ key }) => key);
    await store.getState().fit(keys, fittingBytes(isOverBody ? sentPictures : 1, form));
    setFitting(false);
  };
  const words: Record<ReferenceProblem, string> = {
    tooManyBytes: t('images.reference.tooManyBytes'),
    tooManyPixels: t('images.reference.tooManyPixels'),
    sideTooShort: t('images.reference.sideTooShort'),
    ratio: t('images.reference.ratio', { limit: maxRatio }),
  };
  return (
    <>
      {problems.map(({ picture, number, problem }) => (
        <p key={picture.key} className={styles.warning}>
          {t('images.referenceProblem', { number, problem: words[problem] })}
        </p>
      ))}
      {isOverBody && (
        <p className={styles.warning}>
          {t('images.reference.body', {
            size: formatFileSize(totalBytes, t, locale),
            limit: formatFileSize(REQUEST_MAX_BYTES, t, locale),
          })}
        </p>
      )}
      {isOverCount(sentPictures, form === 'A' ? variations : 1) && (
        <p className={styles.warning}>{t('images.reference.count', { limit: MAX_REFERENCES_AND_RESULTS })}</p>
      )}
      {mendable.length > 0 && (
        <Button look="link" disabled={isFitting} onClick={() => void mend()}>
          {t(isFitting ? 'images.mending' : 'images.mend')}
        </Button>
      )}
    </>
  );
}

function pictureOf({ picture }: { picture: TrayPicture }): TrayPicture {
  return picture;
}
