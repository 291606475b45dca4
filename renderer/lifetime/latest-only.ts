// Ignores asynchronous answers that are outdated when they arrive. It must not know what was asked.

/**
 * Makes the beginning of a kind of question of which only the latest counts. Each call begins one; what it returns says, when the answer
 * arrives, whether no other has begun since. A call whose result is not used makes all answers under way outdated.
 */
export function latestOnly(): () => () => boolean {
  let latest = 0;
  return () => {
    latest += 1;
    const own = latest;
    return () => own === latest;
  };
}
