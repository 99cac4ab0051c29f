import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';

/** The key of an action that a class of alarms declares. `of`: the name of the alarm that is open. */
export function ActionKey({ of, shortcut, name, run }: { of?: string; shortcut: string; name: string; run(): void }) {
  useShortcut(shortcut, name, run, of === undefined ? {} : { of });
  return null;
}
