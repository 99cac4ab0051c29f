import { createStore } from '../client/store.ts';

/** The event by which browsers offer to install the app. It is not part of TypeScript's library. */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

/** The offer of the browser to install the app; null when there is none or the app is installed. */
export const installPrompt = createStore<InstallPrompt | null>(null);

/** Keeps the offer of the browser for the person's menu, instead of its own banner. */
export function trackInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.set(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => installPrompt.set(null));
}
