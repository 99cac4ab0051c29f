import { useMemo, useRef, useState } from 'react';
import type { Period } from '#platform/common/time/time.ts';
import type { CalendarWindow } from '#platform/web/ui/calendar/calendar-time.ts';
import { useText } from '../texts.ts';

type Draft = Period & { key: string };

/** The windows that were drawn and are not given to anybody yet. */
export function useDrawn() {
  const t = useText();
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const count = useRef(0);
  const windows = useMemo(
    () => drafts.map((draft): CalendarWindow => ({ ...draft, title: t('calendar.new'), tone: 'draft' })),
    [drafts, t],
  );
  return {
    windows,
    /** Answers the key of the new window. */
    add(period: Period): string {
      count.current += 1;
      const key = `drawn${count.current}`;
      setDrafts((before) => [...before, { ...period, key }]);
      return key;
    },
    /** Whether the key is that of a drawn window. */
    change(key: string, period: Period): boolean {
      const known = drafts.some((draft) => draft.key === key);
      if (known) setDrafts((before) => before.map((draft) => (draft.key === key ? { ...period, key } : draft)));
      return known;
    },
    remove: (key: string) => setDrafts((before) => before.filter((draft) => draft.key !== key)),
    clear: () => setDrafts([]),
  };
}
