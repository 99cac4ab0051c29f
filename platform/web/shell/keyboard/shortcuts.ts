import { useEffect, useEffectEvent } from 'react';
import { createStore } from '../../client/store.ts';

/**
 * A key that does something on the page. Without modifiers; `/` and `?` as typed. `of`: the name of the record on which it
 * acts, so that the palette offers it by name.
 */
export type Shortcut = { key: string; text: string; of?: string | undefined; run(): void };

/** The shortcuts of the page and of its parts, the newest last. */
export const shortcutStore = createStore<readonly Shortcut[]>([]);

/** Adds a shortcut while the component is mounted and `enabled`. The latest of several with one key counts. */
export function useShortcut(
  key: string,
  text: string,
  run: () => void,
  { enabled = true, of }: { enabled?: boolean; of?: string } = {},
): void {
  const runNow = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return;
    const shortcut: Shortcut = { key, text, of, run: () => runNow() };
    shortcutStore.set((all) => [...all, shortcut]);
    return () => shortcutStore.set((all) => all.filter((one) => one !== shortcut));
  }, [key, text, of, enabled]);
}

/** Whether a key is typed as text or belongs to an open dialog or list. */
function isTaken({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return true;
  if (document.querySelector('[aria-modal="true"]')) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="listbox"], [role="menu"]') !== null)
  );
}

/** Runs the shortcut of a pressed key. Returns a function that stops listening. */
export function listenForShortcuts(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTaken(event)) return;
    // A letter counts by its place on the keyboard, so that it works with an Arabic layout.
    const letter = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
    const shortcut = shortcutStore
      .get()
      .findLast(({ key }) => key === event.key || (key === letter && !event.shiftKey));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
