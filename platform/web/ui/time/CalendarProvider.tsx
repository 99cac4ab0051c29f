import { DatesProvider } from '@mantine/dates';
import 'dayjs/locale/ar';
import type { ReactNode } from 'react';
import { firstDayOfWeek } from '#platform/common/time/time.ts';
import { useStore } from '../../client/store.ts';
import { languageStore } from '../../i18n/i18n.ts';

/** The language of calendars, whose weeks begin on Saturday. */
export function CalendarProvider({ children }: { children: ReactNode }) {
  const language = useStore(languageStore);
  return <DatesProvider settings={{ locale: language, firstDayOfWeek, weekendDays: [] }}>{children}</DatesProvider>;
}
