import { createStore } from '../../client/store.ts';

/** The number of what waits for the person, for the bottom bar of phones. */
export const waitingCount = createStore(0);

/** The title of the page and the number before it. */
let shown = { text: '', count: 0 };

function show(next: Partial<typeof shown>): void {
  shown = { ...shown, ...next };
  document.title = shown.count > 0 ? `(${shown.count}) ${shown.text}` : shown.text;
}

/** Shows the title of the page in the tab of the browser. */
export const showTitle = (text: string): void => show({ text });

/** Shows the number of waiting items before the title, and on the icon of an installed app; 0 hides it. */
export function showCount(count: number): void {
  waitingCount.set(count);
  show({ text: shown.text || document.title, count });
  // The icon exists only in an installed app; elsewhere the browser refuses.
  navigator.setAppBadge?.(count).catch(() => undefined);
}
