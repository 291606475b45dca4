// Detects that the parent of this process has ended.

const CHECK_MS = 300;

/**
 * Calls `callback` once when this process is orphaned, which changes its parent. (On Windows it does not; then the
 * callback is never called.)
 */
export function onOrphaned(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, CHECK_MS);
  timer.unref();
}
