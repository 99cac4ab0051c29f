import type { Kit, Stop } from './kit.ts';
import { causeOf, oncePerMinute } from './monitoring/once-per-minute.ts';

/** Work that repeats more rarely is not waited for by anyone. */
const rareMs = 5000;

/** Runs `work` repeatedly with a pause; a failure is logged, once a minute, and does not stop it. */
export function repeat(kit: Kit, everyMs: number, failure: string, work: () => Promise<void>): Stop {
  const { longestPauseMs = everyMs } = kit.settings;
  const pauseMs = everyMs < rareMs ? Math.min(everyMs, longestPauseMs) : everyMs;
  let ended = false;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const tick = () => {
    running = work()
      .catch((error: Error) =>
        oncePerMinute(kit.log).write('error', { err: error }, failure, `${failure} ${causeOf(error)}`),
      )
      .then(() => {
        if (!ended) timer = setTimeout(tick, pauseMs);
      });
  };
  tick();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await running;
  };
}
