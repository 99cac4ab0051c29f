import { inLocal } from '../client/storage.ts';
import { createStore, useStore } from '../client/store.ts';

declare global {
  interface Navigator {
    /** Not available in every browser, and not part of TypeScript's library. */
    readonly connection?: { readonly saveData?: boolean };
    /** Safari only: the page was opened from the home screen. */
    readonly standalone?: boolean;
  }
}

const storedChoice = inLocal<boolean>('pages-ahead');

/** Whether the person wants daily pages to be kept on this device; null without an answer, undefined until it is read. */
const choice = createStore<boolean | null | undefined>(undefined);
type Choice = ReturnType<typeof choice.get>;
const answerOf = (chosen: Choice): boolean | null => (chosen === undefined ? (storedChoice.get() ?? null) : chosen);

export function chooseAhead(wanted: boolean): void {
  storedChoice.set(wanted);
  choice.set(wanted);
}

/** Whether the browser can keep files of pages: only over a secure address. */
export const canKeepPages = (): boolean => 'serviceWorker' in navigator;

/** Whether the person asked the browser to use little data. */
export const savesData = (): boolean => navigator.connection?.saveData === true;

const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;

/** People who installed the app want it to open without a network, unless they declined. */
const isWanted = (chosen: Choice): boolean => answerOf(chosen) ?? isInstalled();

/** Whether daily pages are to be kept on this device. They are not while the browser saves data. */
export const useWantsAhead = (): boolean => useStore(choice, isWanted);

/** Whether the person has neither answered nor installed the app. */
export const useAheadUnanswered = (): boolean =>
  useStore(choice, (chosen) => answerOf(chosen) === null && !isInstalled());
