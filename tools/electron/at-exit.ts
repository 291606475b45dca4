// Cleanup actions for the case that this process exits before its work is done.

/** Runs a synchronous action when this process exits. @returns a function that cancels it. */
export function atExit(action: () => void): () => void {
  process.once('exit', action);
  return () => void process.off('exit', action);
}
