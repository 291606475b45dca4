// Keeps a part of the window that cannot be drawn from taking the others with it: a message stands in its place.

import { Component, type ReactNode } from 'react';
import { useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import styles from './DrawGuard.module.css';

/** Draws `children`, or a message with a button that draws them again. What the stores hold is not touched. */
export function DrawGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const message = (again: () => void): ReactNode => (
    <div role="alert" className={styles.message}>
      <p>{t('app.notDrawn')}</p>
      <Button onClick={again}>{t('app.drawAgain')}</Button>
    </div>
  );
  return <Boundary message={message}>{children}</Boundary>;
}

type BoundaryProps = { children: ReactNode; message: (again: () => void) => ReactNode };

/** React catches errors in classes only. */
class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { children, message } = this.props;
    return this.state.hasFailed ? message(() => this.setState({ hasFailed: false })) : children;
  }
}
