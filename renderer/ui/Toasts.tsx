// Toasts: a short message, with *Undo* or another action.

import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './Toasts.module.css';
import type { ToastManager } from './toast-manager.ts';

/** Renders the toasts of a manager. */
export function ToastLayer({
  manager,
  label,
  dismissLabel,
}: {
  manager: ToastManager;
  label: string;
  dismissLabel: string;
}) {
  // After the effect with which the provider begins to listen.
  useEffect(() => manager.begin(), [manager]);
  return (
    <Toast.Provider toastManager={manager.drawn} timeout={8000} limit={1}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={label}>
          <ToastList dismissLabel={dismissLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ dismissLabel }: { dismissLabel: string }) {
  const { toasts, close } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <div className={styles.text}>
        <Toast.Title className={styles.title} />
        <Toast.Description className={styles.description} />
      </div>
      <Toast.Action className={styles.action} />
      <IconButton
        size="small"
        label={dismissLabel}
        icon={<X size={14} aria-hidden />}
        onClick={() => close(toast.id)}
      />
    </Toast.Root>
  ));
}
