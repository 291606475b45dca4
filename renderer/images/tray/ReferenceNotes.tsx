// Notes about pictures that relays may reject, shown before they are sent, with one action that solves the problem.

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { REFERENCE_LIMITS, REQUEST_MAX_BYTES } from '../../../shared/images/limits.ts';
import {
  bodyBytes,
  fittingBytes,
  type ReferenceProblem,
  referenceProblem,
  type SentPicture,
} from '../../../shared/images/reference-problems.ts';
import { DEFAULT_SIZE_RULES } from '../../../shared/images/size.ts';
import { formatFileSize } from '../../../shared/text/format-text.ts';
import { useSession, useTranslation } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import type { TrayPicture } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import styles from '../request/PromptBar.module.css';
import { useForm } from '../request/use-form.ts';

/**
 * The notes about references; renders nothing if there are none. Picture 1 is always made in the requested size and
 * needs no note.
 */
export function ReferenceNotes({ store }: { store: ImagesStore }) {
  const { t, locale } = useTranslation();
  const pictures = useStore(store, (images) => images.pictures);
  const maxRatio = useSession((session) => activeConnection(session)?.dialect.maxRatio) ?? DEFAULT_SIZE_RULES.maxRatio;
  const { form, mask, sentPictures } = useForm(store);
  const [isFitting, setFitting] = useState(false);
  const references = pictures.slice(1).filter((picture) => !picture.isSentAsAddress);
  const problems = references.flatMap((picture) => {
    const problem = referenceProblem(picture.fitted ?? picture, maxRatio);
    return problem === undefined ? [] : [{ picture, number: pictures.indexOf(picture) + 1, problem }];
  });
  const [source] = pictures;
  // The file size of picture 1 is known only once it is made; it is at most the limit of one picture.
  const sourceBytes =
    source === undefined || source.isSentAsAddress ? 0 : Math.min(source.sizeBytes, REFERENCE_LIMITS.maxBytes);
  const referenceBytes = references.reduce((sum, picture) => sum + (picture.fitted ?? picture).sizeBytes, 0);
  // The annotated image has about the file size of its picture, and at most its share of the body.
  const annotatedBytes = mask?.hasAnnotatedImage
    ? Math.min(source?.sizeBytes ?? 0, fittingBytes(sentPictures, form))
    : 0;
  const totalBytes = bodyBytes(sourceBytes + referenceBytes + annotatedBytes, form);
  const isOverBody = totalBytes > REQUEST_MAX_BYTES;
  const mendable = isOverBody ? references : problems.filter(({ problem }) => problem !== 'ratio').map(pictureOf);
  const mend = async (): Promise<void> => {
    setFitting(true);
    const keys = mendable.map(({ key }) => key);
    await store.getState().fit(keys, fittingBytes(isOverBody ? sentPictures : 1, form));
    setFitting(false);
  };
  const texts: Record<ReferenceProblem, string> = {
    tooManyBytes: t('images.reference.tooManyBytes'),
    tooManyPixels: t('images.reference.tooManyPixels'),
    sideTooShort: t('images.reference.sideTooShort'),
    ratio: t('images.reference.ratio', { limit: maxRatio }),
  };
  return (
    <>
      {problems.map(({ picture, number, problem }) => (
        <p key={picture.key} className={styles.warning}>
          {t('images.referenceProblem', { number, problem: texts[problem] })}
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
      <FittedNote pictures={pictures} />
      {mendable.length > 0 && (
        <Button variant="link" disabled={isFitting} onClick={() => void mend()}>
          {t(isFitting ? 'images.mending' : 'images.mend')}
        </Button>
      )}
    </>
  );
}

/**
 * The note about reduced references: one picture with its new size, or the number of several, which each show their own
 * in the tray.
 */
function FittedNote({ pictures }: { pictures: readonly TrayPicture[] }) {
  const { t, locale } = useTranslation();
  const fitted = pictures.filter((picture, index) => index > 0 && picture.fitted !== null && !picture.isSentAsAddress);
  const [first] = fitted;
  if (first === undefined) return null;
  if (fitted.length > 1) return <p>{t('images.fittedSeveral', { count: fitted.length })}</p>;
  const number = pictures.indexOf(first) + 1;
  return <p>{t('images.referenceProblem', { number, problem: formatFitted(first, t, locale) })}</p>;
}

/** The text of a reduced reference: its size as sent and its original size. */
export function formatFitted({ fitted, ...picture }: TrayPicture, t: Translate, locale: Locale): string {
  const facts = ({ widthPx, heightPx, sizeBytes }: SentPicture): string =>
    `${widthPx}x${heightPx}, ${formatFileSize(sizeBytes, t, locale)}`;
  return t('images.fitted', { from: facts(picture), to: facts(fitted ?? picture) });
}

function pictureOf({ picture }: { picture: TrayPicture }): TrayPicture {
  return picture;
}
