import { Anchor, Text, Tooltip } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatDate, useFormats } from '#platform/web/i18n/formats.ts';
import { useAppNames, useKitText } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Report } from '../../common/report.ts';
import type { ReportPeriod } from '../../common/report-period.ts';
import { addresses, historySearch } from '../addresses.ts';
import { api } from '../api.ts';
import { RunStateChip } from '../run/run-state.tsx';
import { useText } from '../texts.ts';
import classes from './list.module.css';
import { cityOf, nextRunText } from './next-run.ts';

const { ago, cell, number } = columnsFor<Report>();
const tones = { draft: 'none', active: 'good', paused: 'poor' } as const;

/** A period in words: "Last month", or its first and last date. */
export function usePeriodText(): (period: ReportPeriod) => string {
  const kit = useKitText();
  const { date } = useFormats();
  return (period) =>
    'preset' in period
      ? kit(`period.${period.preset}`)
      : kit('period.between', { from: date(period.from), to: date(period.to) });
}

/** The apps of a report: its own, or those of its sections. */
export const appsOf = ({ app, sections }: Pick<Report, 'app' | 'sections'>): string[] =>
  app === null ? [...new Set(sections.flatMap((one) => (one.type === 'data' ? [one.app] : [])))] : [app];

function useAppText(): (report: Report) => string {
  const apps = useMemo(() => registeredApps().filter(({ kind }) => kind === 'solution'), []);
  const nameOf = useAppNames(apps);
  return (report) =>
    appsOf(report)
      .map((id) => nameOf(apps.find((app) => app.id === id) ?? { id, brand: id }))
      .join(' · ');
}

/** When a report runs next; otherwise why it does not. */
function useNextRun() {
  const t = useText();
  const { language } = useFormats();
  return ({ schedule, nextDueAt, state }: Report): { text: string; zone: string | null } => {
    if (schedule === null) return { text: t('list.schedule.none'), zone: null };
    if (nextDueAt === null) return { text: t(`list.schedule.${state === 'paused' ? 'paused' : 'ended'}`), zone: null };
    const { timeZone: zone } = schedule;
    return { text: nextRunText(nextDueAt, { zone, language, now: Date.now() }), zone };
  };
}

function NextRun({ row }: { row: Report }) {
  const { text, zone } = useNextRun()(row);
  if (zone === null)
    return (
      <Text c="dimmed" inherit>
        {text}
      </Text>
    );
  return (
    <Tooltip label={<Bdi>{`${formatDate(row.nextDueAt, 'dateTime', zone)} (${zone})`}</Bdi>}>
      <span className={classes.stacked}>
        <bdi>{text}</bdi>
        <span className={classes.small}>
          <Bdi>{cityOf(zone)}</Bdi>
        </span>
      </span>
    </Tooltip>
  );
}

function LastRun({ value }: { value: Report['lastRun'] }) {
  if (value === null) return <>–</>;
  return (
    <span className={classes.stacked}>
      <RunStateChip value={value.state} />
      <span className={classes.small}>
        <Ago at={value.at} />
      </span>
    </span>
  );
}

function State({ row: { state, pausedBecause } }: { row: Report }) {
  const t = useText();
  return (
    <span className={classes.stacked}>
      <StatusChip namespace="reports" field="reportState" value={state} tones={tones} />
      {pausedBecause && <span className={classes.small}>{t(`list.pausedBecause.${pausedBecause}`)}</span>}
    </span>
  );
}

/** The columns of the list. A row opens its report, or its history for those who may not change it. */
export function useReportColumns(): Column<Report>[] {
  const t = useText();
  const [params] = useSearchParams();
  const periodOf = usePeriodText();
  const appOf = useAppText();
  const nextOf = useNextRun();
  const mayUpdate = usePermitted(api.definition.replace.route.access);
  const to = ({ id, mayChange }: Report) => (mayUpdate && mayChange ? addresses.edit(id) : historySearch(params, id));
  return [
    {
      field: 'name',
      width: 2,
      names: true,
      to,
      render: (row) => (
        <Anchor component={Link} to={to(row)} fw={550} inherit tabIndex={-1} preventScrollReset>
          <bdi>{row.name}</bdi>
        </Anchor>
      ),
      text: ({ name }) => name,
    },
    { field: 'app', width: 1, render: (row) => <bdi>{appOf(row) || '–'}</bdi>, text: appOf },
    {
      field: 'period',
      width: 1,
      render: ({ period }) => <bdi>{periodOf(period)}</bdi>,
      text: ({ period }) => periodOf(period),
    },
    cell('nextDueAt', NextRun, {
      width: 1,
      text: (row) => {
        const { text, zone } = nextOf(row);
        return zone === null ? text : `${text} ${cityOf(zone)}`;
      },
    }),
    cell('lastRun', LastRun, {
      width: 1,
      text: ({ lastRun }) => lastRun && t(`values.runState.${lastRun.state}`),
      instant: ({ lastRun }) => lastRun?.at,
    }),
    number('recipients', { width: 1 }),
    { field: 'owner', width: 1, render: ({ owner }) => <bdi>{owner.name}</bdi>, text: ({ owner }) => owner.name },
    cell('state', State, {
      width: 2,
      text: ({ state, pausedBecause }) =>
        [t(`values.reportState.${state}`), pausedBecause && t(`list.pausedBecause.${pausedBecause}`)]
          .filter(Boolean)
          .join(': '),
    }),
    ago('createdAt', { hidden: true }),
  ];
}
