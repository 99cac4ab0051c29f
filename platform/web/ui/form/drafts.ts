import { inSession } from '../../client/storage.ts';

/** The lifetime of a draft. */
const lifetimeMs = 3_600_000;

type Values = Record<string, unknown>;
type Draft = { initial: string; values: Values; at: number };

/** Leaves out secrets, and files, which cannot be stored. */
const storable = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !/password|code-?word|secret|code$/i.test(name) && !(value instanceof Blob),
    ),
  );

/**
 * The draft of a form, stored for a reload of the page. It belongs to the form with the same `initial` values: another
 * record at the same address has another draft.
 */
export function draftOf(name: string, initial: Values) {
  const item = inSession<Draft>(`draft:${name}`);
  const initialText = JSON.stringify(storable(initial));
  return {
    read(now = Date.now()): Values | null {
      const draft = item.get();
      if (!draft) return null;
      if (now - draft.at > lifetimeMs) {
        item.remove();
        return null;
      }
      return draft.initial === initialText && JSON.stringify(draft.values) !== initialText ? draft.values : null;
    },
    save: (values: Values, now = Date.now()): void =>
      item.set({ initial: initialText, values: storable(values), at: now }),
    remove: (): void => item.remove(),
  };
}
