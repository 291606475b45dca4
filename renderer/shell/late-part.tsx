// Parts of the window whose code is read after the first paint: each is a file of its own.

import { type ComponentType, type ReactNode, Suspense, use, useState } from 'react';
import { useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './DrawGuard.module.css';

/** The code of a part: `loaded` once it has been read; `reading` ends with null where it cannot be. */
type Source<Props> = {
  read: () => Promise<ComponentType<Props>>;
  reading: Promise<ComponentType<Props> | null> | undefined;
  loaded: ComponentType<Props> | undefined;
};

const readers: (() => Promise<unknown>)[] = [];

/**
 * Returns a component that is drawn as soon as its code has been read: by `readLateParts`, else when it is first drawn.
 * Until then nothing is in its place; if its code cannot be read, a message with a button that tries again.
 */
export function latePart<Props extends object>(read: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  const source: Source<Props> = { read, reading: undefined, loaded: undefined };
  readers.push(() => readOnce(source));
  return (props) => (
    <Suspense>
      <Part source={source} props={props} />
    </Suspense>
  );
}

/** Reads the code of all parts, so that none is read when it is wanted. Resolves also where some cannot be read. */
export async function readLateParts(): Promise<void> {
  await Promise.all(readers.map((read) => read()));
}

function readOnce<Props>(source: Source<Props>): Promise<ComponentType<Props> | null> {
  source.reading ??= source.read().then(
    (part) => {
      source.loaded = part;
      return part;
    },
    () => null,
  );
  return source.reading;
}

function Part<Props extends object>({ source, props }: { source: Source<Props>; props: Props }): ReactNode {
  const { t } = useTranslation();
  const [, setTries] = useState(0);
  const Loaded = source.loaded ?? use(readOnce(source));
  if (Loaded !== null) return <Loaded {...props} />;
  const again = (): void => {
    source.reading = undefined;
    setTries((tries) => tries + 1);
  };
  return (
    <div role="alert" className={styles.message}>
      <p>{t('app.notRead')}</p>
      <Button onClick={again}>{t('app.drawAgain')}</Button>
    </div>
  );
}
