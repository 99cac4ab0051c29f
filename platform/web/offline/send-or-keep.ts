import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint, ResultOf, SendArgs } from '../client/client-of.ts';
import { errorMessage, reportError, tokens, transport } from '../client/connection.ts';
import { notify } from '../client/notices.ts';
import { queryClient } from '../client/query-client.ts';
import { RequestError } from '../client/request-error.ts';
import { useStore } from '../client/store.ts';
import { text } from '../i18n/i18n.ts';
import { selectedCustomer, sessionStore } from '../session/session-store.ts';
import { hasSecret } from './kept-queries.ts';
import { offlineStore } from './offline.ts';
import { openRecord } from './record-store.ts';
import {
  createWaitingCalls,
  maxWaitingMs,
  reportUnreadable,
  type WaitingCall,
  waitingStateOf,
} from './waiting-calls.ts';

/** The id of the signed-in person; null without one and while impersonating. */
export function ownUserId(): number | null {
  const { me } = sessionStore.get();
  // Another tab may have signed out, or somebody else in.
  return me && !me.asOwner && tokens.slot() === 'primary' && tokens.person() === me.user.id ? me.user.id : null;
}

const lock = 'rasid-waiting-calls';
/** After this time a reply counts as lost. The server executes a repeated call once. */
const replyMs = 20_000;

const send = ({ key, customer, app, method, path, query, body }: WaitingCall) =>
  transport.send({
    app,
    method,
    path,
    query: new URLSearchParams(query),
    body,
    customer,
    headers: { 'idempotency-key': key },
    signal: AbortSignal.timeout(replyMs),
    silent: true,
  });

function reportSent(sent: readonly WaitingCall[]): void {
  notify({ kind: 'success', message: text('kit', 'waiting.sent', { count: sent.length }), id: 'waiting-sent' });
  // The page was offline: more than the records of these calls may have changed.
  void queryClient.invalidateQueries();
}

let channel: BroadcastChannel | undefined;

export const waiting = createWaitingCalls({
  record: openRecord<WaitingCall[]>('waiting-calls'),
  person: ownUserId,
  send,
  exclusive: (run) =>
    'locks' in navigator ? (navigator.locks.request(lock, run) as Promise<void>) : Promise.resolve().then(run),
  textOf: errorMessage,
  now: Date.now,
  later(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  onChange: () => channel?.postMessage(null),
  onSent: reportSent,
});

/** Sends what waits at the start, after sign-in, and when the server can be reached again. */
export function startWaitingCalls(): void {
  channel = new BroadcastChannel(lock);
  channel.onmessage = () => void waiting.refresh().catch(reportUnreadable);
  const flush = () => void waiting.flush().catch(reportUnreadable);
  let person: number | null = null;
  sessionStore.subscribe(() => {
    const before = person;
    person = ownUserId();
    if (person !== before) flush();
  });
  offlineStore.subscribe(() => {
    if (!offlineStore.get()) flush();
  });
}

/** What the person reads of a call that waits. */
export type WaitingAbout = Pick<WaitingCall, 'title' | 'record' | 'of'>;

/** The call as it is kept; null if it may not be. */
function callToKeep<R extends AnyRoute>(
  endpoint: Endpoint<R>,
  args: SendArgs<R>,
  about: WaitingAbout,
  key: string,
): WaitingCall | null {
  const person = ownUserId();
  const { method, path, query, body } = endpoint.request(args);
  if (person === null || !endpoint.route.idempotent || body instanceof FormData || hasSecret(body)) return null;
  const at = Date.now();
  return {
    ...about,
    key,
    person,
    customer: selectedCustomer(),
    app: endpoint.app,
    name: endpoint.name,
    method,
    path,
    query: String(query ?? ''),
    body,
    at,
    expiresAt: at + maxWaitingMs,
    failures: 0,
    refusal: null,
  };
}

const isUnreachable = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.word === 'unreachable';
const anyWaits = () => waiting.calls.get().some((call) => waitingStateOf(call) === 'waiting');

/**
 * Sends a call; one that cannot reach the server is kept, with a notice, and sent later. It then rejects with a
 * RequestError that is `kept`. The route must be idempotent, otherwise this is `send`.
 */
export async function sendOrKeep<R extends AnyRoute>(
  endpoint: Endpoint<R>,
  args: SendArgs<R>,
  about: WaitingAbout,
  key: string = crypto.randomUUID(),
): Promise<ResultOf<R>> {
  const headers = { ...args.headers, 'idempotency-key': key };
  const call = callToKeep(endpoint, args, about, key);
  if (!call) return endpoint.send({ ...args, headers });
  // What was done before is sent before.
  if (anyWaits()) await waiting.flush().catch(reportUnreadable);
  let error = new RequestError(0, { word: 'unreachable' });
  if (!anyWaits())
    try {
      return await endpoint.send({ ...args, headers, keeps: true, signal: AbortSignal.timeout(replyMs) });
    } catch (failure) {
      if (!isUnreachable(failure)) throw failure;
      error = failure;
    }
  try {
    await waiting.keep(call);
    error.kept = true;
    notify({ kind: 'info', message: text('kit', 'waiting.kept'), id: 'waiting-kept' });
  } catch (failure) {
    console.warn('A change could not be kept', failure);
    reportError(endpoint.request(args), error);
  }
  throw error;
}

/** The calls of the person that wait or were refused. */
export const useWaitingCalls = (): readonly WaitingCall[] => useStore(waiting.calls);

/** Those that wait for a record, in the form `alarm/12`. */
export const useWaitingOf = (record: string): readonly WaitingCall[] =>
  useWaitingCalls().filter((call) => call.of.split(' ').includes(record) && waitingStateOf(call) === 'waiting');
