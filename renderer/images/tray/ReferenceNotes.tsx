// What relays may refuse about the pictures, said before they are sent, with one action that mends it.

import { useState } from 'react';
import { useStore } from 'zustand';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { MAX_REFERENCES_AND_RESULTS, REFERENCE_LIMITS, REQUEST_MAX_BYTES } from '../../../shared/images/limits.ts';
import {
  bodyBytes,
  fittingBytes,
  isOverCount,
  type ReferenceProblem,
  referenceProblem,
  type SentPicture,
} from '../../../shared/images/reference-problems.ts';
import { DEFAULT_SIZE_RULES } from '../../../shared/images/size.ts';
import { formatFileSize } from '../../app/format-text.ts';
import { useSession, useTranslation } from '../../app/services.ts';
import { activeConnection } from '../../app/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import type { TrayPicture } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import styles from '../request/EditFooter.module.css';
import { useForm } from '../request/use-form.ts';

/** Notes about references; nothing where all is fine. Picture 1 is brought to the size asked for and needs none. */
export function ReferenceNotes({ store }: { store: ImagesStore }) {
  const { t, locale } = useTranslation();
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
  const [source] = pictures;
  // How large picture 1 will be is known once it is made; it is brought within what one picture may have.
  const sourceBytes =
    source === undefined || source.isSentAsAddress ? 0 : Math.min(source.sizeBytes, REFERENCE_LIMITS.maxBytes);
  const referenceBytes = references.reduce((sum, picture) => sum + (picture.fitted ?? picture).sizeBytes, 0);
  // The annotated image is made about as large as its picture, but never larger than its share of the body.
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
      {isOverCount(sentPictures, form === 'multipart' ? variations : 1) && (
        <p className={styles.warning}>{t('images.reference.count', { limit: MAX_REFERENCES_AND_RESULTS })}</p>
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

/** What was brought within the limits, and what it is now; of several only their number, each says its own in the tray. */
function FittedNote({ pictures }: { pictures: readonly TrayPicture[] }) {
  const { t, locale } = useTranslation();
  const fitted = pictures.filter((picture, index) => index > 0 && picture.fitted !== null && !picture.isSentAsAddress);
  const [first] = fitted;
  if (first === undefined) return null;
  if (fitted.length > 1) return <p>{t('images.fittedSeveral', { count: fitted.length })}</p>;
  const number = pictures.indexOf(first) + 1;
  return <p>{t('images.referenceProblem', { number, problem: formatFitted(first, t, locale) })}</p>;
}

/** What a reference is sent as, and what it was. */
export function formatFitted({ fitted, ...picture }: TrayPicture, t: Translate, locale: Locale): string {
  const facts = ({ widthPx, heightPx, sizeBytes }: SentPicture): string =>
    `${widthPx}x${heightPx}, ${formatFileSize(sizeBytes, t, locale)}`;
  return t('images.fitted', { from: facts(picture), to: facts(fitted ?? picture) });
}

function pictureOf({ picture }: { picture: TrayPicture }): TrayPicture {
  return picture;
}
