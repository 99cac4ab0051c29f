import { RequestError } from '../../client/request-error.ts';
import { filesOf, maxWaitingMs, type WaitingCall } from './waiting-call.ts';
import { createWaitingCalls } from './waiting-calls.ts';
import type { WaitingStore } from './waiting-store.ts';

export const start = Date.parse('2026-03-01T12:00:00Z');
export const me = 5;

export const waitingCall = (key: string, changes: Partial<WaitingCall> = {}): WaitingCall => ({
  key,
  person: me,
  customer: null,
  app: 'sample',
  name: 'device.move',
  method: 'PATCH',
  path: '/sample/device/1/move',
  query: '',
  body: { structureId: 1 },
  title: 'Move',
  record: 'Pump',
  of: 'device/1',
  at: start,
  expiresAt: start + maxWaitingMs,
  failures: 0,
  refusal: null,
  ...changes,
});

/** The stored calls of a browser, which all of its tabs share. */
export function browser(stored: WaitingCall[] = []) {
  let calls: WaitingCall[] | undefined = stored;
  const files = new Map<string, Blob>();
  let last: Promise<unknown> = Promise.resolve();
  const store: Pick<WaitingStore, 'get' | 'update'> = {
    get: async () => calls,
    update: async (change, added) => {
      calls = change(calls);
      const ids = new Set(calls.flatMap(filesOf).map(({ id }) => id));
      for (const [id, file] of added ?? []) if (ids.has(id)) files.set(id, file);
      for (const id of files.keys()) if (!ids.has(id)) files.delete(id);
      return calls;
    },
  };
  return {
    stored: () => calls ?? [],
    files,
    store,
    exclusive: (run: () => Promise<void>) => {
      const turn = last.then(run);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** A tab of a browser: `answers` are the statuses of the server for each key, in order, 200 by default. */
export function tab(shared = browser(), answers: Record<string, number[]> = {}) {
  const state = { person: me as number | null, now: start, signsOutAfter: Number.POSITIVE_INFINITY };
  const attempts: string[] = [];
  const sent: number[] = [];
  const delays: number[] = [];
  const queue = createWaitingCalls({
    store: shared.store,
    exclusive: shared.exclusive,
    person: () => state.person,
    now: () => state.now,
    textOf: ({ word }) => `because ${word}`,
    later: (_run, delayMs) => {
      delays.push(delayMs);
      return () => undefined;
    },
    onChange: () => undefined,
    onSent: (calls) => void sent.push(calls.length),
    async send({ key }) {
      attempts.push(key);
      if (attempts.length >= state.signsOutAfter) state.person = null;
      const status = answers[key]?.shift() ?? 200;
      if (status !== 200) throw new RequestError(status, { word: status === 0 ? 'unreachable' : 'not-now' });
    },
  });
  return { queue, state, attempts, sent, delays };
}
