import { reasonHeader } from '#platform/common/view-log.ts';
import { createStore } from '../client/store.ts';

/** A kind of views for which the server wants a reason: one that the manifest of an app declares. */
export type ReasonQuestion = { app: string; kind: string; answer(reason: string | null): void };

/** The question that the person has to answer now. */
export const reasonQuestion = createStore<ReasonQuestion | null>(null);

/** How long a reason counts for further requests to the same address, such as the next page of a list. */
const validMs = 10 * 60_000;
const given = new Map<string, { reason: string; until: number }>();
let asked: Promise<unknown> = Promise.resolve();

/** The question of the server in the detail of its refusal. */
function questionIn(detail: unknown): { app: string; kind: string } | null {
  if (typeof detail !== 'object' || detail === null || !('app' in detail) || !('kind' in detail)) return null;
  const { app, kind } = detail;
  return typeof app === 'string' && typeof kind === 'string' ? { app, kind } : null;
}

const validReason = (path: string): string | null => {
  const known = given.get(path);
  return known && known.until > Date.now() ? known.reason : null;
};

/**
 * The reason for a request to the address: that of an earlier request within ten minutes, or what the person answers. Null
 * if the person cancels. `detail` is that of the refusal. Questions wait for each other.
 */
export function reasonFor(path: string, detail: unknown): Promise<string | null> {
  const question = questionIn(detail);
  if (!question) return Promise.resolve(null);
  const answer = asked.then(async () => {
    const known = validReason(path);
    if (known !== null) return known;
    const reason = await new Promise<string | null>((resolve) => reasonQuestion.set({ ...question, answer: resolve }));
    reasonQuestion.set(null);
    if (reason !== null) given.set(path, { reason, until: Date.now() + validMs });
    return reason;
  });
  asked = answer;
  return answer;
}

/** The header that states a reason. */
export const reasonHeaders = (reason: string): Record<string, string> => ({
  [reasonHeader]: encodeURIComponent(reason),
});
