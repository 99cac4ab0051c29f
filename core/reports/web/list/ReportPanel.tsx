import { Button, Group, Skeleton, Stack, Title } from '@mantine/core';
import { IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { pageSizes } from '#platform/common/list.ts';
import { useData, useList } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Report } from '../../common/report.ts';
import { addresses } from '../addresses.ts';
import { api } from '../api.ts';
import { useLiveRuns } from '../run/use-live-runs.ts';
import { useText } from '../texts.ts';
import classes from './list.module.css';
import { RecipientList } from './RecipientList.tsx';
import { RunItem } from './RunItem.tsx';

type Props = { companyId: number; reportId: number; onRun(id: number): void; onClose(): void };

/** The history of a report at the side of the list: its runs with their files and deliveries, and its recipients. */
export function ReportPanel({ companyId, reportId, onRun, onClose }: Props) {
  const t = useText();
  const params = { companyId, id: reportId };
  const found = useData(api.definition.get, { params }, { silent: true });
  return (
    <SidePanel wide title={found.data ? <bdi>{found.data.name}</bdi> : t('actions.runs')} onClose={onClose}>
      {found.data && !found.isError ? (
        <Stack gap="lg">
          <Buttons report={found.data} onRun={() => onRun(reportId)} />
          <Runs report={found.data} />
          <section>
            <Title order={3} mb="sm">
              {t('list.panel.recipients')}
            </Title>
            <RecipientList report={found.data} />
          </section>
        </Stack>
      ) : (
        <QueryBoundary of={found} />
      )}
    </SidePanel>
  );
}

function Buttons({ report, onRun }: { report: Report; onRun(): void }) {
  const t = useText();
  const { id, companyId, mayChange, sections } = report;
  return (
    <Group gap="xs">
      {sections.length > 0 && (
        <Can access={api.run.generate.route.access}>
          <Button leftSection={<IconPlayerPlay size={iconSizes.md} aria-hidden />} onClick={onRun}>
            {t('actions.run')}
          </Button>
        </Can>
      )}
      {mayChange && (
        <Can access={api.definition.replace.route.access}>
          <Button
            component={Link}
            to={addresses.edit(id)}
            variant="default"
            leftSection={<IconPencil size={iconSizes.md} aria-hidden />}
          >
            {t('list.panel.edit')}
          </Button>
        </Can>
      )}
      <HistoryButton of={api.definition.history} params={{ companyId, id }} namespace="reports" />
    </Group>
  );
}

const step = pageSizes.limitOffset.options[1];

function Runs({ report }: { report: Report }) {
  const t = useText();
  const [limit, setLimit] = useState<number>(step);
  const { id, companyId } = report;
  const runs = useList(api.run.list, { limit, total: true }, { params: { companyId, id } });
  useLiveRuns();
  if (runs.error && runs.rows.length === 0) return <FailedState error={runs.error} onRetry={runs.retry} />;
  if (runs.loading) return <Skeleton h={sizes.chart} radius="lg" aria-busy />;
  return (
    <section>
      <Title order={3} mb="sm">
        {t('list.panel.runs')}
      </Title>
      {runs.rows.length === 0 ? (
        <EmptyState drawing="log" title={t('list.panel.noRuns')} text={t('list.panel.noRunsText')} />
      ) : (
        <ul className={classes.runs}>
          {runs.rows.map((run) => (
            <li key={run.id} className={classes.run}>
              <RunItem report={report} run={run} />
            </li>
          ))}
        </ul>
      )}
      {(runs.total ?? 0) > runs.rows.length && (
        <Button mt="md" variant="default" loading={runs.fetching} onClick={() => setLimit((before) => before + step)}>
          {t('list.panel.more')}
        </Button>
      )}
    </section>
  );
}
