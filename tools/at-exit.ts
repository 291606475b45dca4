// What has to be undone should this process end before it is done.

/** Does something, at once, when this process exits. @returns a function that takes the order back. */
export function atExit(action: () => void): () => void {
  process.once('exit', action);
  return () => void process.off('exit', action);
}
