import { doneAtHeader } from '#platform/common/offline/done-at.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint, ResultOf, SendArgs } from '../client/client-of.ts';
import { errorMessage, tokens, transport } from '../client/connection.ts';
import { notify } from '../client/notices.ts';
import { queryClient } from '../client/query-client.ts';
import { RequestError } from '../client/request-error.ts';
import { useStore } from '../client/store.ts';
import { text } from '../i18n/i18n.ts';
import { sizeText } from '../i18n/size-text.ts';
import { selectedCustomer, sessionStore } from '../session/session-store.ts';
import { hasSecret } from './kept-queries.ts';
import { offlineStore } from './offline.ts';
import {
  bytesOf,
  CannotKeep,
  filesOf,
  formFrom,
  maxWaitingMs,
  spaceLeft,
  type WaitingCall,
  waitingStateOf,
  withForm,
} from './waiting/waiting-call.ts';
import { createWaitingCalls, reportUnreadable } from './waiting/waiting-calls.ts';
import { waitingStore } from './waiting/waiting-store.ts';

/** The id of the signed-in person; null without one and while impersonating. */
export function ownUserId(): number | null {
  const { me } = sessionStore.get();
  // Another tab may have signed out, or somebody else in.
  return me && !me.asOwner && tokens.slot() === 'primary' && tokens.person() === me.user.id ? me.user.id : null;
}

const lock = 'rasid-waiting-calls';
/** After this time a reply counts as lost. The server executes a repeated call once. Files have time on a slow network. */
const replyMs = 20_000;
const slowestBytesPerMs = 32;
const timeFor = (call: WaitingCall): AbortSignal =>
  AbortSignal.timeout(replyMs + Math.ceil(bytesOf([call]) / slowestBytesPerMs));

const doneAt = ({ at }: WaitingCall) => ({ [doneAtHeader]: new Date(at).toISOString() });

async function send(call: WaitingCall): Promise<unknown> {
  const { key, customer, app, method, path, query, form } = call;
  const body = form ? formFrom(form, await waitingStore.contentOf(call)) : call.body;
  // Browsers may delete what pages store. That must not hold up the other changes.
  if (form && !body) throw new RequestError(410, { word: 'kept-file-lost' }, app);
  return transport.send({
    app,
    method,
    path,
    query: new URLSearchParams(query),
    body,
    customer,
    headers: { 'idempotency-key': key, ...doneAt(call) },
    signal: timeFor(call),
    silent: true,
  });
}

function reportSent(sent: readonly WaitingCall[]): void {
  notify({ kind: 'success', message: text('kit', 'waiting.sent', { count: sent.length }), id: 'waiting-sent' });
  // The page was offline: more than the records of these calls may have changed.
  void queryClient.invalidateQueries();
}

let channel: BroadcastChannel | undefined;

export const waiting = createWaitingCalls({
  store: waitingStore,
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

/** The texts that the person sees about a waiting call. */
export type WaitingAbout = Pick<WaitingCall, 'title' | 'record' | 'of'>;

/** The call as it is kept, with its files; null if it may not be. */
function callToKeep<R extends AnyRoute>(
  endpoint: Endpoint<R>,
  args: SendArgs<R>,
  about: WaitingAbout,
  key: string,
): { call: WaitingCall; files: Map<string, File> } | null {
  const person = ownUserId();
  const { method, path, query, body } = endpoint.request(args);
  const form = body instanceof FormData ? body : null;
  const { idempotent, keepsFiles } = endpoint.route;
  if (person === null || !idempotent || hasSecret(form ? [...form.keys()].map(asField) : body)) return null;
  if (form && !keepsFiles) return null;
  const at = Date.now();
  const call: WaitingCall = {
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
  return form ? withForm(call, form) : { call, files: new Map() };
}
const asField = (name: string) => ({ [name]: true });

const isUnreachable = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.word === 'unreachable';
/** With less space left for files, the notice says how much there is. */
const littleSpace = 10 * 1024 * 1024;

function reportKept(call: WaitingCall): void {
  const left = spaceLeft(waiting.calls.get());
  const message =
    filesOf(call).length > 0 && left < littleSpace
      ? text('kit', 'waiting.keptLittleSpace', { left: sizeText(left) })
      : text('kit', 'waiting.kept');
  notify({ kind: 'info', message, id: 'waiting-kept' });
}

/** The text of why a call cannot be kept. */
function faultText(failure: unknown): string {
  if (!(failure instanceof CannotKeep)) return text('kit', 'waiting.cannotKeep.noStorage');
  const sizes = Object.entries(failure.fault).map(([name, value]) => [
    name,
    typeof value === 'number' && name !== 'count' ? sizeText(value) : value,
  ]);
  return text('kit', `waiting.cannotKeep.${failure.fault.reason}`, Object.fromEntries(sizes));
}

/** Browsers delete what pages store when space runs out, unless a page asks them not to. Some ask the person. */
async function protectStorage(): Promise<void> {
  const { storage } = navigator;
  try {
    if (!(await storage.persisted())) await storage.persist();
  } catch (failure) {
    // Not every browser offers it, and what is kept is stored all the same.
    console.warn('The storage of kept changes could not be protected', failure);
  }
}

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
  const kept = callToKeep(endpoint, args, about, key);
  if (!kept) return endpoint.send({ ...args, headers });
  // Earlier changes are sent first, which may take a while.
  const isLate = anyWaits();
  if (isLate) await waiting.flush().catch(reportUnreadable);
  let error = new RequestError(0, { word: 'unreachable' });
  if (!anyWaits())
    try {
      const signal = timeFor(kept.call);
      return await endpoint.send({
        ...args,
        headers: isLate ? { ...headers, ...doneAt(kept.call) } : headers,
        keeps: true,
        signal,
      });
    } catch (failure) {
      if (!isUnreachable(failure)) throw failure;
      error = failure;
    }
  try {
    await waiting.keep(kept.call, kept.files);
    error.kept = true;
    reportKept(kept.call);
    void protectStorage();
  } catch (failure) {
    console.warn('A change could not be kept', failure);
    notify({ kind: 'error', message: faultText(failure), id: 'waiting-not-kept' });
  }
  throw error;
}

/** The calls of the person that wait or were refused. */
export const useWaitingCalls = (): readonly WaitingCall[] => useStore(waiting.calls);

/** The calls of the person that wait to be sent for a record, in the form `alarm/12`. */
export const useWaitingOf = (record: string): readonly WaitingCall[] =>
  useWaitingCalls().filter((call) => call.of.split(' ').includes(record) && waitingStateOf(call) === 'waiting');
