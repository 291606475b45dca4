// Parts of the window whose code is read after the first paint: each is a file of its own.

import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { lateCode, useLateCode } from '../ui/late-code.ts';
import styles from './DrawGuard.module.css';

/** A component that is drawn as soon as its code has been read. */
export type LatePart<Props> = ((props: Props) => ReactNode) & {
  /** Reads its code. Resolves also where it cannot be read. */
  readonly read: () => Promise<void>;
};

/**
 * Returns a component that is drawn as soon as its code has been read: when it is first drawn, if `readLateCode` has not
 * come before. Until then `StandIn` is in its place, or nothing; if its code cannot be read, a message with a button
 * that tries again.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  StandIn?: ComponentType<Props>,
): LatePart<Props> {
  const code = lateCode(load);
  const Part = (props: Props): ReactNode => {
    const Loaded = useLateCode(code);
    useEffect(() => void (code.get() === undefined && code.read()), []);
    if (Loaded === undefined) return StandIn && <StandIn {...props} />;
    if (Loaded !== null) return <Loaded {...props} />;
    return <NotRead onAgain={code.read} />;
  };
  return Object.assign(Part, { read: code.read });
}

/** Says that code cannot be read, with a button that tries again. */
export function NotRead({ onAgain }: { onAgain: () => Promise<void> }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={styles.message}>
      <p>{t('app.notRead')}</p>
      <Button onClick={() => void onAgain()}>{t('app.drawAgain')}</Button>
    </div>
  );
}
