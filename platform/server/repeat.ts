import type { Kit, Stop } from './kit.ts';

/** Runs `work` again and again with a pause between; a failure is logged and does not end it. */
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
