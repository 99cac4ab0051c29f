import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { JobState, ShownJob } from '../../common/jobs/job.ts';
import { isLate } from '../../common/jobs/lateness.ts';
import { isOver } from '../../common/jobs/stop.ts';
import { jobAddress } from '../addresses.ts';
import { useText } from '../texts.ts';

export const jobTones: Record<JobState, Tone> = {
  draft: 'none',
  assigned: 'ok',
  accepted: 'ok',
  'in-progress': 'good',
  'on-hold': 'poor',
  completed: 'good',
  failed: 'problem',
  cancelled: 'none',
};

/** The state of a job, and whether it is late. */
export function JobStateChip({ job }: { job: Pick<ShownJob, 'state' | 'plannedTo' | 'stops'> }) {
  const t = useText();
  return (
    <Group gap={4} wrap="nowrap">
      <StatusChip value={job.state} field="jobState" namespace="fleet" tones={jobTones} />
      {isLate(job) && <ToneChip tone="problem">{t('late')}</ToneChip>}
    </Group>
  );
}

/** The planned time in words; nothing without one. */
export function usePlanText() {
  const t = useText();
  const { date } = useFormats();
  return ({ plannedFrom, plannedTo }: Pick<ShownJob, 'plannedFrom' | 'plannedTo'>): string =>
    plannedFrom && plannedTo
      ? t('fromTo', { from: date(plannedFrom), to: date(plannedTo) })
      : plannedFrom || plannedTo
        ? date(plannedFrom ?? plannedTo)
        : '';
}

/** A job on the board. */
export function JobCard({ job }: { job: ShownJob }) {
  const t = useText();
  const plan = usePlanText()(job);
  const { number } = useFormats();
  const done = job.stops.filter(({ state }) => isOver(state)).length;
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Anchor component={Link} to={jobAddress(job.id)} size="sm" fw={600}>
          <bdi>{job.title}</bdi>
        </Anchor>
        {(job.priority === 'urgent' || job.priority === 'high') && (
          <ToneChip tone={job.priority === 'urgent' ? 'problem' : 'poor'}>
            {t(`values.priority.${job.priority}`)}
          </ToneChip>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        <bdi>{job.number}</bdi>
        {job.vehicle && (
          <>
            {' · '}
            <bdi>{job.vehicle.name}</bdi>
          </>
        )}
        {job.driver && (
          <>
            {' · '}
            <bdi>{job.driver.name}</bdi>
          </>
        )}
      </Text>
      {plan && <Text size="xs">{plan}</Text>}
      <Group gap="xs">
        {job.stops.length > 0 && (
          <Text size="xs" c="dimmed">
            {t('stopsDone', { done: number(done), shown: number(job.stops.length), count: job.stops.length })}
          </Text>
        )}
        {isLate(job) && <ToneChip tone="problem">{t('late')}</ToneChip>}
      </Group>
    </Stack>
  );
}
