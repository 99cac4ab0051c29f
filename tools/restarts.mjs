/** How long a server must have run for its end to be an accident, in milliseconds. */
const stableAfterMs = 10_000;
const maxDelayMs = 60_000;
/** The exit code of a server that only a change of its configuration lets start. */
export const configurationError = 78;

/**
 * Decides what follows when the server has ended: `{ exit }` with the code of this process, or `{ delayMs }` until the
 * next start. Delays grow while the server ends early. A server that never ran stably is not started again, unless
 * a signal ended it: it would end in the same way.
 */
export function createRestarts() {
  let everStable = false;
  let delayMs = 0;
  return ({ code, signal, ranMs }) => {
    const stable = ranMs > stableAfterMs;
    everStable ||= stable;
    if (code === 0) return { exit: 0 };
    if (code === configurationError || !(everStable || signal)) return { exit: 1 };
    delayMs = stable ? 0 : Math.min(maxDelayMs, delayMs * 2 || 1000);
    return { delayMs };
  };
}
