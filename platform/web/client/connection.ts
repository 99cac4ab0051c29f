import { currentLanguage, hasText, loadTexts, text } from '../i18n/i18n.ts';
import { offlineStore, requestReached } from '../offline/offline.ts';
import { selectedCustomer, storeCustomer } from '../session/session-store.ts';
import { reasonFor } from '../session/view-reason.ts';
import { isSilentStatus, kindOfStatus, notify, successOf } from './notices.ts';
import { clearCache } from './query-client.ts';
import { isAbort, type RequestError } from './request-error.ts';
import { inLocal } from './storage.ts';
import { createStore } from './store.ts';
import { createTokens, type TokenPairs } from './tokens.ts';
import { type Call, createTransport } from './transport.ts';

export const tokens = createTokens(inLocal<TokenPairs>('tokens'));

/** Callbacks of the session. The session sets them itself, because it imports this module. */
export const sessionEvents = {
  permissions: (_mask: string, _grants: string): void => {},
  lost: (): void => {},
  customerLost: (): void => {},
};

/** The keys of the texts that may explain an error: of its first field, or of its `word` and `code`. */
function keysOf({ errors: [field], word, code }: RequestError): string[] {
  if (field) return [`validation.${field.msg}`];
  return [word, code].flatMap((name) => (name ? [`errors.${name}`] : []));
}
type Explanation = { space: string; key: string };

/** A record that a slice still uses: the slice explains what uses it, whichever app made the call. */
function usesIn(error: RequestError): Explanation[] {
  const { by } = detailOf(error);
  const [, space, what] = (error.word === 'in-use' && typeof by === 'string' && /^([\w-]+)\.([\w-]+)$/.exec(by)) || [];
  return space && what ? [{ space, key: `inUse.${what}` }] : [];
}

/** The texts that may explain an error, the best first: of the app of the call, of slices that it needs, and of the kit. */
function explanationsOf(error: RequestError): Explanation[] {
  const spaces = [...errorNamespaces.of(error.app), 'kit'];
  return [...usesIn(error), ...keysOf(error).flatMap((key) => spaces.map((space) => ({ space, key })))];
}
const isLoaded = ({ space, key }: Explanation): boolean => hasText(space, key);

/** The text that explains an error, otherwise the message of the server. */
export function errorMessage(error: RequestError): string {
  const found = explanationsOf(error).find(isLoaded);
  if (found) return text(found.space, found.key, detailOf(error));
  return error.errors.length > 0 ? text('kit', 'validation.invalid') : error.msg;
}

/** Loads the texts that explain an error, because a page may call an app whose texts are not loaded. */
async function explain(error: RequestError): Promise<void> {
  const explanations = explanationsOf(error);
  const isExplained = usesIn(error).length > 0 ? usesIn(error).some(isLoaded) : explanations.some(isLoaded);
  if (!isExplained && explanations.length > 0) await loadTexts([...new Set(explanations.map(({ space }) => space))]);
}

const detailOf = (error: RequestError) =>
  typeof error.detail === 'object' && error.detail !== null ? (error.detail as Record<string, unknown>) : {};

/** The text namespaces that explain the errors of an app; set by the router, which knows the apps. */
export const errorNamespaces = { of: (_app: string | undefined): readonly string[] => [] };

export function reportError(call: Call, error: RequestError): void {
  if (call.keeps && error.word === 'unreachable') return;
  if (call.silent === true || isSilentStatus(error.status)) {
    console.warn('A request failed', call.method, call.path, error.status, error.word ?? error.msg);
    return;
  }
  // The bar says that the server cannot be reached; an action of the person still gets a notice.
  if (error.status === 0 && call.method === 'GET' && offlineStore.get()) return;
  // At the end of a session the sign-in page opens, which is explanation enough.
  if (error.status === 401 && !call.open) return;
  // A form sets `shown` when it displays the errors; it has had its turn after this task.
  if (error.status === 418) setTimeout(() => error.shown || notifyError(error));
  else notifyError(error);
}

function notifyError(error: RequestError): void {
  const caption = `notifications.errors.${error.status}`;
  notify({
    kind: kindOfStatus(error.status),
    title: text('kit', hasText('kit', caption) ? caption : 'notifications.errors.other'),
    message: errorMessage(error),
    id: `error-${error.status}-${error.word ?? error.msg}`,
  });
}

/** Notifies the person of an unexpected error and logs it. */
export function notifyUnknownError(error: unknown): void {
  console.error('An action failed', error);
  notify({ kind: 'error', message: text('kit', 'notifications.unknownError'), id: 'unknown-error' });
}

/** The name of the record in a reply. */
const nameIn = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'name' in data && typeof data.name === 'string' ? data.name : null;

function reportAnswer(call: Call, status: number, data: unknown): void {
  const success = call.silent ? null : successOf(status, call.method);
  const name = nameIn(data);
  if (success && name) notify({ kind: 'success', message: text('kit', `notifications.named.${success}`, { name }) });
  else if (success) notify({ kind: 'success', message: text('kit', `notifications.${success}`) });
}

const hasLocks = typeof navigator !== 'undefined' && 'locks' in navigator;

export const transport = createTransport({
  tokens,
  fetch: async (...args) => {
    try {
      const response = await fetch(...args);
      requestReached(true);
      return response;
    } catch (error) {
      if (!isAbort(error)) requestReached(false);
      throw error;
    }
  },
  language: currentLanguage,
  customer: selectedCustomer,
  pageId: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  onPermissions: (mask, grants) => sessionEvents.permissions(mask, grants),
  onLost: () => sessionEvents.lost(),
  onCustomerLost: () => {
    storeCustomer(null);
    sessionEvents.customerLost();
  },
  onError: reportError,
  explain,
  reasonFor,
  onAnswer: reportAnswer,
  // Web Locks exist in secure contexts only; without them concurrent refreshes of several tabs are tolerated.
  ...(hasLocks
    ? { exclusive: <T>(run: () => Promise<T>) => navigator.locks.request('rasid-refresh', run) as Promise<T> }
    : {}),
});

/** True for two seconds after the customer changes. */
export const switchingCustomer = createStore(false);
const switchingMs = 2000;

/** Switches to another customer, or to none, and clears the cache. */
export async function selectCustomer(id: number | null, reload: () => Promise<unknown>): Promise<void> {
  const before = selectedCustomer();
  storeCustomer(id);
  switchingCustomer.set(true);
  setTimeout(() => switchingCustomer.set(false), switchingMs);
  try {
    await reload();
  } catch (error) {
    storeCustomer(before);
    return notifyUnknownError(error);
  }
  await clearCache();
}
