/** Runs at most so many tasks at once; the others wait in order. One that is no longer wanted leaves the queue. */
export function inTurn(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = () => {
    if (running < atOnce) waiting.shift()?.();
  };
  return <Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        running += 1;
        task()
          .then(resolve, reject)
          .finally(() => {
            running -= 1;
            next();
          });
      };
      signal?.addEventListener('abort', () => {
        const at = waiting.indexOf(begin);
        if (at < 0) return;
        waiting.splice(at, 1);
        reject(signal.reason);
      });
      waiting.push(begin);
      next();
    });
}
