import { useData } from '#platform/web/client/hooks.ts';
import { EventTimeline } from '#platform/web/ui/history/EventTimeline.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const known = [
  'create',
  'assign',
  'unassign',
  'accept',
  'start',
  'hold',
  'complete',
  'fail',
  'cancel',
  'reassign',
  'stop-arrive',
  'stop-finish',
  'stop-fail',
  'stop-skip',
  'stop-reopen',
] as const;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A step of a job, or of one of its stops, in words, and what is known of it. */
export function useJobStepText() {
  const t = useText();
  return (step: string, detail: Readonly<Record<string, unknown>>) => {
    const name = known.find((one) => one === step);
    const forced = Array.isArray(detail.forced) && detail.forced.length > 0 ? t('insisted') : null;
    const more = [detail.stop, detail.driver ?? detail.vehicle, detail.reason].map(textOf);
    return { title: name ? t(`jobEvents.${name}`) : step, text: [...more, forced].filter(Boolean).join(' · ') };
  };
}

/** What has happened with a job, the newest first. */
export function JobLog({ id }: { id: number }) {
  const wordsOf = useJobStepText();
  const query = useData(api.job.log, { params: { id } }, { silent: true });
  if (!query.data) return <QueryBoundary of={query} />;
  return (
    <EventTimeline
      events={query.data.toReversed().map(({ id: key, at, step, person, detail }) => ({
        ...{ id: key, at, ...wordsOf(step, detail) },
        ...(person ? { actor: person.name } : {}),
      }))}
    />
  );
}
