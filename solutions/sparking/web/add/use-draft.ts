import { useEffect, useState } from 'react';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { draftOf } from '#platform/web/ui/form/drafts.ts';
import { type AddDraft, addDraft, emptyDraft, type GroupRow } from './draft.ts';

/** The draft of a new car park: kept for an hour, so that it outlives a reload and a look at another page. */
export function useDraft(companyId: number) {
  const [kept] = useState(() => draftOf(`${sessionStore.get().me?.user.id}:add-car-park:${companyId}`, emptyDraft));
  const [before] = useState(() => addDraft.safeParse(kept.read()).data);
  const [draft, setDraft] = useState<AddDraft>(before ?? emptyDraft);
  const [isRestored, setRestored] = useState(before !== undefined);
  useEffect(() => kept.save(draft), [kept, draft]);
  return {
    draft,
    isRestored,
    change: (changes: Partial<AddDraft>) => setDraft((now) => ({ ...now, ...changes })),
    changeGroup: (key: number, changes: Partial<GroupRow>) =>
      setDraft((now) => ({
        ...now,
        groups: now.groups.map((row) => (row.key === key ? { ...row, ...changes } : row)),
      })),
    forget: () => kept.remove(),
    startAgain() {
      setDraft(emptyDraft);
      setRestored(false);
    },
  };
}
