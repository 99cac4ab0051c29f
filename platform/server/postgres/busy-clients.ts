import pg from 'pg';

const running = new WeakMap<pg.Client, number>();
const found: Error[] = [];
let report = (error: Error): unknown => found.push(error);
let watching = false;

const textOf = (query: unknown) =>
  typeof query === 'object' && query !== null && 'text' in query ? query.text : query;

/** Counts a statement of a client until it is answered, and returns its arguments with a callback that ends the count. */
function counted(client: pg.Client, args: unknown[]): { args: unknown[]; done(): void; hasCallback: boolean } {
  const others = running.get(client) ?? 0;
  if (others > 0 && !client.pipeline) report(new Error(`the connection is busy when this is sent: ${textOf(args[0])}`));
  running.set(client, others + 1);
  const done = () => void running.set(client, (running.get(client) ?? 1) - 1);
  const at = args.findIndex((one) => typeof one === 'function');
  const callback = args[at];
  if (typeof callback !== 'function') return { args, done, hasCallback: false };
  const ending = (...answer: unknown[]) => {
    done();
    Reflect.apply(callback, undefined, answer);
  };
  return { args: args.with(at, ending), done, hasCallback: true };
}

/**
 * Records every statement that is sent on a connection without pipelining before the last one is answered. The driver
 * queues such a statement; its next version refuses it. The driver itself warns only of the third statement, once per
 * process. Without a recipient, `assertNoBusyClient` reports them.
 */
export function watchBusyClients(to = report): void {
  report = to;
  if (watching) return;
  watching = true;
  pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
    apply(query, client: pg.Client, given: unknown[]) {
      const { args, done, hasCallback } = counted(client, given);
      const answer: unknown = Reflect.apply(query, client, args);
      if (hasCallback) return answer;
      // Before the caller continues: callbacks of a promise run in their order.
      if (answer instanceof Promise) answer.then(done, done);
      else done();
      return answer;
    },
  });
}

/** Throws if a connection was used while it was busy, since the last call. */
export function assertNoBusyClient(): void {
  const [first, ...more] = found.splice(0);
  if (first && more.length > 0) throw new AggregateError([first, ...more], first.message);
  if (first) throw first;
}
