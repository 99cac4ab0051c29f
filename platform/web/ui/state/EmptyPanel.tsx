import type { ReactNode } from 'react';
import { useInputText } from '../input/texts.ts';
import { type Drawing, EmptyState } from './EmptyState.tsx';

const panels = {
  map: { drawing: 'map', title: 'noMapInfoYet', text: 'noMapInfoText' },
  logs: { drawing: 'log', title: 'noLogsYet', text: 'noLogsText' },
  data: { drawing: 'list', title: 'noDataFounded', text: 'noDataText' },
  requests: { drawing: 'request', title: 'noRequestsYet', text: 'noRequestsText' },
  readings: { drawing: 'chart', title: 'noReadings', text: 'noReadingsText' },
  job: { drawing: 'job', title: 'noJobsYet', text: 'noJobsText' },
  reservations: { drawing: 'calendar', title: 'noReservationsYet', text: 'noReservationsText' },
} as const satisfies Record<string, { drawing: Drawing; title: string; text: string }>;
export type EmptyKind = keyof typeof panels;
export const emptyKinds = Object.keys(panels) as EmptyKind[];

/** A common empty state by its kind, with an optional text and action. */
export function EmptyPanel({ kind, text, action }: { kind: EmptyKind; text?: string; action?: ReactNode }) {
  const t = useInputText();
  const { drawing, title, text: defaultText } = panels[kind];
  return (
    <EmptyState
      drawing={drawing}
      title={t(`empty.${title}`)}
      text={text ?? t(`empty.${defaultText}`)}
      {...(action ? { action } : {})}
    />
  );
}
