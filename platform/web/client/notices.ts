import { createStore } from './store.ts';

export type Notice = {
  kind: 'negative' | 'error' | 'info' | 'success';
  /** A key of a locale with its namespace, or ready text. */
  title?: string;
  message: string;
  timeoutMs?: number;
  /** The same notice is shown once, however often it comes while it stands. */
  id?: string;
};

export const noticeMs = 2500;
export const permissionNoticeMs = 10_000;

type Show = (notice: Notice) => void;
const waiting: Notice[] = [];
let show: Show | null = null;

/** True once somebody has something to say: the part of the program that shows notices is loaded then. */
export const noticesRequested = createStore(false);

/** Shows a notice; those that come before the screen is ready wait for it. */
export function notify(notice: Notice): void {
  if (show) show(notice);
  else {
    waiting.push(notice);
    noticesRequested.set(true);
  }
}

/** The host of notices tells how to show them. Returns its own end. */
export function setNoticeHost(by: Show): () => void {
  show = by;
  for (const notice of waiting.splice(0)) by(notice);
  return () => {
    if (show === by) show = null;
  };
}

/** Negative for 404 and below or 500 and above, error for codes above 404. Source: 1-core.md §8. */
export const kindOfStatus = (status: number): 'negative' | 'error' =>
  status <= 404 || status >= 500 ? 'negative' : 'error';

/** Success notice of an answer, by status and method; null when it needs none. */
export function successOf(status: number, method: string): 'updated' | 'created' | 'deleted' | null {
  if (status === 201) return 'created';
  if (status === 204) return 'deleted';
  if (status === 200 && (method === 'PUT' || method === 'PATCH')) return 'updated';
  return null;
}

/** Some statistics and logs of devices are not there, and that is nothing to tell. Source: 1-core.md §8. */
export const isSilentStatus = (status: number): boolean => status === 477 || status === 488;
