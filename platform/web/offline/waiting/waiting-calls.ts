import { RequestError } from '../../client/request-error.ts';
import { createStore, type ValueStore } from '../../client/store.ts';
import { assertFits, maxWaitingMs, type WaitingCall, waitingStateOf } from './waiting-call.ts';
import type { WaitingStore } from './waiting-store.ts';

/** A call that the server cannot execute must not hold up those behind it forever. */
const maxFailures = 10;
const retryMs = { first: 5_000, most: 300_000 };

/** The files of a call by their ids. */
type Files = ReadonlyMap<string, Blob>;

type Deps = {
  store: Pick<WaitingStore, 'get' | 'update'>;
  /** The id of the signed-in person; null without one and while impersonating. */
  person(): number | null;
  /** Rejects with a RequestError. */
  send(call: WaitingCall): Promise<unknown>;
  /** Serializes over all tabs, where the browser supports it. */
  exclusive(run: () => Promise<void>): Promise<void>;
  /** The text of a refusal. */
  textOf(error: RequestError): string;
  now(): number;
  /** Runs once after a delay in ms; returns the function that cancels it. */
  later(run: () => void, delayMs: number): () => void;
  /** The stored calls have changed. */
  onChange(): void;
  onSent(sent: readonly WaitingCall[]): void;
};

export type WaitingCalls = {
  /** The calls of the signed-in person, the oldest first. */
  calls: ValueStore<readonly WaitingCall[]>;
  /** Reads the stored calls. */
  refresh(): Promise<void>;
  /** Sends what waits, in order. Rejects if the store cannot be read. */
  flush(): Promise<void>;
  /** Keeps a call with its files. Rejects with `CannotKeep` beyond the limits, otherwise if the browser stores nothing. */
  keep(call: WaitingCall, files?: Files): Promise<void>;
  retry(key: string): Promise<void>;
  discard(key: string): Promise<void>;
};

const isUnanswered = ({ status }: RequestError) => status === 0 || status === 401 || status === 429;

export function createWaitingCalls(deps: Deps): WaitingCalls {
  const calls = createStore<readonly WaitingCall[]>([]);
  let delayMs = retryMs.first;
  let cancel: (() => void) | null = null;
  let flushing: Promise<void> | null = null;

  const own = (all: readonly WaitingCall[] | undefined = []) => all.filter(({ person }) => person === deps.person());
  const refresh = async () => calls.set(own(await deps.store.get()));
  async function update(change: (all: WaitingCall[]) => WaitingCall[], added?: Files): Promise<void> {
    calls.set(own(await deps.store.update((all = []) => change(all), added)));
    deps.onChange();
  }
  const patch = (key: string, changes: Partial<WaitingCall>) =>
    update((all) => all.map((call) => (call.key === key ? { ...call, ...changes } : call)));
  const discard = (key: string) => update((all) => all.filter((call) => call.key !== key));
  const isWaiting = (call: WaitingCall) => waitingStateOf(call, deps.now()) === 'waiting';

  /** Whether the server has decided on the call. */
  async function attempt(call: WaitingCall): Promise<'sent' | 'refused' | 'undecided'> {
    try {
      await deps.send(call);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (isUnanswered(error)) return 'undecided';
      const failures = call.failures + 1;
      if (error.status >= 500 && failures < maxFailures) {
        await patch(call.key, { failures });
        return 'undecided';
      }
      await patch(call.key, { failures, refusal: deps.textOf(error) });
      return 'refused';
    }
    await discard(call.key);
    return 'sent';
  }

  async function sendAll(): Promise<void> {
    const sent: WaitingCall[] = [];
    try {
      for (;;) {
        // Another tab may have sent or discarded calls, and another person may have signed in.
        await refresh();
        const call = calls.get().find(isWaiting);
        if (!call) return;
        const outcome = await attempt(call);
        if (outcome === 'undecided') return schedule();
        delayMs = retryMs.first;
        if (outcome === 'sent') sent.push(call);
      }
    } finally {
      if (sent.length > 0) deps.onSent(sent);
    }
  }

  function schedule(): void {
    cancel?.();
    cancel = deps.later(() => void flush().catch(reportUnreadable), delayMs);
    delayMs = Math.min(delayMs * 2, retryMs.most);
  }

  function flush(): Promise<void> {
    cancel?.();
    cancel = null;
    flushing ??= deps.exclusive(sendAll).finally(() => {
      flushing = null;
    });
    return flushing;
  }

  async function keep(call: WaitingCall, files?: Files): Promise<void> {
    await update((all) => {
      const ofPerson = all.filter(({ person }) => person === call.person);
      if (ofPerson.some(({ key }) => key === call.key)) return all;
      assertFits(call, ofPerson);
      return [...all, call];
    }, files);
    schedule();
  }

  async function retry(key: string): Promise<void> {
    await patch(key, { refusal: null, failures: 0, expiresAt: deps.now() + maxWaitingMs });
    await flush();
  }

  return { calls, refresh, flush, keep, retry, discard };
}

export const reportUnreadable = (error: unknown): void => console.warn('Kept changes could not be read', error);
