// The line under a button that sends requests: what it will send, or why it cannot.

import type { ReactNode } from 'react';
import styles from './Consequence.module.css';

/** From this number of requests on, it is emphasised. */
export const MANY_REQUESTS = 10;

type ConsequenceProps = {
  /** For the button's `aria-describedby`. */
  id?: string;
  role?: 'status';
  /** Requests that will be sent; the whole line is emphasised if they are many. */
  requests?: number;
  children: ReactNode;
};

/** The line. */
export function Consequence({ id, role, requests = 0, children }: ConsequenceProps) {
  return (
    <div id={id} role={role} className={styles.consequence} data-many={requests >= MANY_REQUESTS ? '' : undefined}>
      {children}
    </div>
  );
}
