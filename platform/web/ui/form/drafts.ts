import { inSession } from '../../client/storage.ts';

/** A draft older than this is discarded. Source: 1-core.md §4 and §9. */
const lifetimeMs = 3_600_000;

type Values = Record<string, unknown>;
type Draft = { initial: string; values: Values; at: number };

/** Secrets are never written down, and files cannot be. */
const kept = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !/password|secret|code$/i.test(name) && !(value instanceof Blob)),
  );

/**
 * What was typed into a form and not saved, for the case that the page is loaded anew. It belongs to the form that
 * began with `initial`: another record at the same address has another one.
 */
export function draftOf(name: string, initial: Values) {
  const item = inSession<Draft>(`draft:${name}`);
  const mine = JSON.stringify(kept(initial));
  return {
    read(now = Date.now()): Values | null {
      const draft = item.get();
      if (!draft) return null;
      if (now - draft.at > lifetimeMs) {
        item.remove();
        return null;
      }
      return draft.initial === mine && JSON.stringify(draft.values) !== mine ? draft.values : null;
    },
    keep: (values: Values, now = Date.now()): void => item.set({ initial: mine, values: kept(values), at: now }),
    forget: (): void => item.remove(),
  };
}
