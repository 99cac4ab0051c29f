import type { Kit, Stop } from './kit.ts';

/** Runs `work` repeatedly with a pause; a failure is logged and does not stop it. */
export function repeat(kit: Kit, everyMs: number, failure: string, work: () => Promise<void>): Stop {
  let ended = false;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const tick = () => {
    running = work()
      .catch((error: Error) => kit.log.error({ err: error }, failure))
      .then(() => {
        if (!ended) timer = setTimeout(tick, everyMs);
      });
  };
  tick();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await running;
  };
}
