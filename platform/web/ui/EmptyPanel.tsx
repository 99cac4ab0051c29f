import type { ReactNode } from 'react';
import { type Drawing, EmptyState } from './EmptyState.tsx';
import { useInputText } from './input/texts.ts';

const panels = {
  map: { drawing: 'map', title: 'noMapInfoYet', text: 'noMapInfoText' },
  logs: { drawing: 'log', title: 'noLogsYet', text: 'noLogsText' },
  data: { drawing: 'list', title: 'noDataFounded', text: 'noDataText' },
  requests: { drawing: 'request', title: 'noRequestsYet', text: 'noRequestsText' },
  readings: { drawing: 'chart', title: 'noReadings', text: 'noReadingsText' },
  job: { drawing: 'job', title: 'noJobsYet', text: 'noJobsText' },
  reservations: { drawing: 'calendar', title: 'noReservationsYet', text: 'noReservationsText' },
} as const satisfies Record<string, { drawing: Drawing; title: string; text: string }>;
export const emptyKinds = Object.keys(panels) as (keyof typeof panels)[];

/** What usually is empty, each with its drawing and words, and the next step of the page. */
export function EmptyPanel({ kind, action }: { kind: keyof typeof panels; action?: ReactNode }) {
  const t = useInputText();
  const { drawing, title, text } = panels[kind];
  return (
    <EmptyState
      drawing={drawing}
      title={t(`empty.${title}`)}
      text={t(`empty.${text}`)}
      {...(action ? { action } : {})}
    />
  );
}
