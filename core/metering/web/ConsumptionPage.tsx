import { Group, SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useDeviceApp } from '#core/device-app/web/parts.tsx';
import { MailReportButton } from '#core/mail-plans/web/parts.tsx';
import { SiteLink } from '#core/places/web/parts.tsx';
import { maxChartDays } from '#core/telemetry/common/reading.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { consumptionRoutes, RankedUsage } from '../common/consumption.ts';
import { type Utility, utilities } from '../common/manifest.ts';
import { consumptionReport } from '../common/report.ts';
import { useBillFormats } from './bills/use-bill-formats.ts';
import { changeOfUsage } from './compare/change-of.ts';
import { BudgetUse, DaysKnown } from './compare/ranking-cells.tsx';
import { useText } from './texts.ts';

const calls = mountedCalls<{ analysis: ReturnType<typeof consumptionRoutes> }>('analysis');

const lastMonth = 5;
const { number } = columnsFor<RankedUsage>();

/** The sites by their consumption of a utility in a period, the highest first. */
export function ConsumptionPage() {
  const t = useText();
  const { app } = useDeviceApp();
  const { consumption } = calls.of(app).analysis;
  const tabs = useGroupTabs();
  const { chosen, period, choose } = usePeriod({ initial: lastMonth, maxDays: maxChartDays });
  const [params, setParams] = useSearchParams();
  const offered = useMemo(() => {
    const metered = Object.values(app.metering?.solutions ?? {}).map(({ utility }) => utility);
    return utilities.filter((utility) => metered.includes(utility));
  }, [app]);
  const utility = offered.find((one) => one === params.get('of')) ?? offered[0] ?? 'water';
  const fixed = useMemo(() => ({ utility }), [utility]);
  const columns = useColumns();
  const show = (next: Utility) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('of', next);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <PageFrame
      fill
      tabs={tabs}
      action={
        <Group gap="xs">
          {app.mailReports?.includes(consumptionReport) && (
            <MailReportButton report={consumptionReport} name={t('report.title')} />
          )}
          <PeriodSelector value={chosen} onChange={choose} maxDays={maxChartDays} />
        </Group>
      }
      toolbar={
        offered.length > 1 && (
          <SegmentedControl
            aria-label={t('columns.utility')}
            value={utility}
            data={offered.map((value) => ({ value, label: t(`values.utility.${value}`) }))}
            onChange={(next) => show(next as Utility)}
          />
        )
      }
    >
      <ListView
        of={{ list: consumption }}
        namespace="metering"
        table={`${app.id}_metering_consumption`}
        query={period}
        fixed={fixed}
        rowKey="key"
        empty="siteUsage"
        columns={columns}
        exports
      />
    </PageFrame>
  );
}

function useColumns(): Column<RankedUsage>[] {
  const t = useText();
  const { number: text, date } = useFormats();
  const { money } = useBillFormats();
  const { customers } = useMe();
  return useMemo(() => {
    const amount = (value: number | null | undefined, unit: string) =>
      value === null || value === undefined ? '–' : `${text(value, 1)} ${unit}`;
    const change = (row: RankedUsage) => changeOfUsage(row.compared);
    const cell = (value: (row: RankedUsage) => number | null | undefined) => ({
      numeric: true,
      width: 1 as const,
      render: (row: RankedUsage) => <Bdi>{amount(value(row), row.unit)}</Bdi>,
      text: (row: RankedUsage) => value(row) ?? null,
    });
    return [
      { field: 'name', width: 2, render: (row) => <SiteLink site={row} />, text: (row) => row.name },
      ...(customers.length > 0 ? [{ field: 'company', width: 1 } as const] : []),
      { field: 'amount', ...cell((row) => row.amount) },
      { field: 'beforeAmount', ...cell((row) => row.compared?.before), sortable: false },
      {
        field: 'change',
        width: 1,
        numeric: true,
        sortable: false,
        render: (row) => (
          <Bdi>{change(row) === null ? '–' : `${(change(row) ?? 0) > 0 ? '+' : ''}${change(row)}%`}</Bdi>
        ),
        text: change,
      },
      {
        field: 'cost',
        width: 1,
        numeric: true,
        sortable: false,
        render: ({ cost }) => <Bdi>{cost ? money(cost.amount, cost.currency) : '–'}</Bdi>,
        text: ({ cost }) => (cost ? money(cost.amount, cost.currency) : null),
      },
      {
        field: 'budget',
        width: 1,
        numeric: true,
        sortable: false,
        render: ({ budget, unit }) => <BudgetUse budget={budget} unit={unit} />,
        text: ({ budget }) => budget?.amount ?? null,
      },
      {
        field: 'days',
        width: 1,
        sortable: false,
        render: ({ days }) => <DaysKnown {...days} />,
        text: ({ days }) => t('daysKnown', { known: text(days.known), count: days.of }),
      },
      { field: 'perArea', ...cell((row) => row.perArea), sortable: false, hidden: true },
      {
        field: 'coverage',
        width: 1,
        sortable: false,
        hidden: true,
        render: (row) => t('coverage', { known: text(row.known), count: row.meters }),
        text: (row) => t('coverage', { known: text(row.known), count: row.meters }),
      },
      { field: 'unit', width: 1, hidden: true, sortable: false },
      {
        field: 'against',
        width: 2,
        hidden: true,
        sortable: false,
        render: (row) => <Bdi>{`${date(row.before.from, 'date')} – ${date(row.before.to, 'date')}`}</Bdi>,
        text: (row) => `${date(row.before.from, 'date')} – ${date(row.before.to, 'date')}`,
      },
      number('meters', { hidden: true, sortable: false }),
    ];
  }, [text, money, date, t, customers.length]);
}
