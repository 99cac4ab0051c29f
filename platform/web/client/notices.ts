import { createStore } from './store.ts';

export type ToastNotice = {
  kind: 'negative' | 'error' | 'info' | 'success';
  /** Ready text. */
  title?: string;
  message: string;
  timeoutMs?: number;
  /** Notices with the same id replace each other. */
  id?: string;
};

export const noticeMs = 2500;
export const permissionNoticeMs = 10_000;

type Show = (notice: ToastNotice) => void;
const waiting: ToastNotice[] = [];
let show: Show | null = null;

/** True once a notice is due: the component that shows notices is then loaded. */
export const noticesRequested = createStore(false);

/** Shows a notice; earlier ones are queued until the host is mounted. */
export function notify(notice: ToastNotice): void {
  if (show) show(notice);
  else {
    waiting.push(notice);
    noticesRequested.set(true);
  }
}

/** Sets the function that shows notices; returns the function that removes it. */
export function setNoticeHost(by: Show): () => void {
  show = by;
  for (const notice of waiting.splice(0)) by(notice);
  return () => {
    if (show === by) show = null;
  };
}

/** `negative` up to 404 and from 500, `error` between. */
export const kindOfStatus = (status: number): 'negative' | 'error' =>
  status <= 404 || status >= 500 ? 'negative' : 'error';

/** The success notice of a reply, by status and method; null when there is none. */
export function successOf(status: number, method: string): 'updated' | 'created' | 'deleted' | null {
  if (status === 201) return 'created';
  if (status === 204) return 'deleted';
  if (status === 200 && (method === 'PUT' || method === 'PATCH')) return 'updated';
  return null;
}

/** Some statistics and logs of devices do not exist, which needs no notice. */
export const isSilentStatus = (status: number): boolean => status === 477 || status === 488;
