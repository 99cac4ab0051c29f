import { Anchor, Button, Group, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { SiteLink } from '#core/places/web/parts.tsx';
import { possibleSteps } from '#platform/common/lifecycle/lifecycle.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes, meaningColors } from '#platform/web/theme.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { job as entity, jobLifecycle, openStates, type ShownJob } from '../../common/jobs/job.ts';
import { jobsAddress, vehicleAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { JobForm } from './JobForm.tsx';
import { JobLog } from './JobLog.tsx';
import { JobStateChip, usePlanText } from './job-parts.tsx';
import { StopList } from './StopList.tsx';
import { useJobMoves } from './use-job-moves.tsx';

const topics = ['fleet-jobs'];

/** A job: what is to be done, where its stops are, how far it is and what has happened. */
export function JobPage() {
  const id = Number(useParams().id);
  return <Job key={id} id={id} />;
}

function Job({ id }: { id: number }) {
  const t = useText();
  const params = { id };
  const query = useData(api.job.get, { params }, { silent: true });
  useLive(topics, () => void query.refetch(), api.job.get.key({ params }));
  const parents = [{ label: t('pages.job-cards-job-list'), to: jobsAddress }];
  const job = query.data;
  if (!job)
    return (
      <PageFrame title={t('pages.job-cards-job-id')} parents={parents}>
        <QueryBoundary of={query} />
      </PageFrame>
    );
  return (
    <PageFrame title={job.title} parents={parents} badge={<JobStateChip job={job} />} action={<Actions job={job} />}>
      <Stack gap="md">
        <JobFacts job={job} />
        <Stops job={job} />
        <Panel title={t('tabs.log')}>
          <JobLog id={job.id} />
        </Panel>
      </Stack>
    </PageFrame>
  );
}

function Actions({ job }: { job: ShownJob }) {
  const t = useText();
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const { move, dialog } = useJobMoves();
  const on = { resource: job.structureId };
  const may = usePermitted(entity.can('update'), on);
  const isOpen = openStates.some((state) => state === job.state);
  const steps = may ? possibleSteps(jobLifecycle, job.state, ['staff']) : [];
  return (
    <Group gap="xs">
      {isOpen && (
        <Can access={entity.can('update')} on={on}>
          <Button
            variant="default"
            leftSection={<IconPencil size={iconSizes.md} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('editJob')}
          </Button>
        </Can>
      )}
      {steps.map((step) => (
        <Button
          key={step}
          variant={step === 'cancel' || step === 'fail' ? 'light' : 'default'}
          {...(step === 'cancel' || step === 'fail' ? { color: meaningColors.danger } : {})}
          loading={busy}
          onClick={() => {
            setBusy(true);
            // A notice shows why it was refused.
            void move(job, jobLifecycle.steps[step].to)
              .catch(() => undefined)
              .finally(() => setBusy(false));
          }}
        >
          {t(`jobSteps.${step}`)}
        </Button>
      ))}
      {editing && <JobForm before={job} onClose={() => setEditing(false)} />}
      {dialog}
    </Group>
  );
}

function JobFacts({ job }: { job: ShownJob }) {
  const t = useText();
  const plan = usePlanText();
  return (
    <Facts
      items={[
        [t('columns.number'), <bdi key="number">{job.number}</bdi>],
        [t('columns.jobType'), t(`values.jobType.${job.type}`)],
        [t('columns.priority'), t(`values.priority.${job.priority}`)],
        [
          t('columns.vehicle'),
          job.vehicle ? (
            <Anchor key="vehicle" component={Link} to={vehicleAddress(job.vehicle.id)} inherit>
              <bdi>{job.vehicle.name}</bdi>
            </Anchor>
          ) : (
            '–'
          ),
        ],
        [t('columns.driver'), <bdi key="driver">{job.driver?.name ?? '–'}</bdi>],
        [t('columns.planned'), plan(job) || '–'],
        [t('columns.structure'), <SiteLink key="site" site={job.structure} />],
        [
          t('columns.customerName'),
          <bdi key="customer">{[job.customerName, job.customerPhone].filter(Boolean).join(' · ') || '–'}</bdi>,
        ],
        ...(job.description ? [[t('columns.description'), <bdi key="text">{job.description}</bdi>] as const] : []),
      ]}
    />
  );
}

function Stops({ job }: { job: ShownJob }) {
  const t = useText();
  const cities = useLargestCities();
  const places = job.stops.flatMap(({ id, name, location }) => (location ? [{ id, name, ...location }] : []));
  return (
    <Panel title={t('columns.stops')}>
      <Stack gap="md">
        <StopList job={job} />
        {places.length > 0 && <WorldMap label={t('stopsOnMap')} cities={cities} focus={places} points={places} />}
      </Stack>
    </Panel>
  );
}
