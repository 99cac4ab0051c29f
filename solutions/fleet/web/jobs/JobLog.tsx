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

/** What has happened with a job, the newest first. */
export function JobLog({ id }: { id: number }) {
  const t = useText();
  const query = useData(api.job.log, { params: { id } }, { silent: true });
  if (!query.data) return <QueryBoundary of={query} />;
  return (
    <EventTimeline
      events={query.data.toReversed().map(({ id: key, at, step, person, detail }) => {
        const name = known.find((one) => one === step);
        const forced = Array.isArray(detail.forced) && detail.forced.length > 0 ? t('insisted') : null;
        const more = [detail.stop, detail.driver ?? detail.vehicle, detail.reason].map(textOf);
        return {
          id: key,
          at,
          title: name ? t(`jobEvents.${name}`) : step,
          ...(person ? { actor: person.name } : {}),
          text: [...more, forced].filter(Boolean).join(' · '),
        };
      })}
    />
  );
}
