// Owns noticing that whoever started this process is gone; must not know what is then done.

const CHECK_MS = 300;

/** Calls back once when this process gets another parent, as orphans do. (On Windows they do not; nothing happens.) */
export function onOrphaned(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, CHECK_MS);
  timer.unref();
}
