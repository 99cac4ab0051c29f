import { DeviceLink } from '#core/devices/web/parts.tsx';
import { siteColumn } from '#core/places/web/parts.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters.ts';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type Alarm, conditions, dispositions, severities } from '../common/alarm.ts';
import { AcknowledgedChip, ConditionChip, DispositionChip, KindCell } from './AlarmCells.tsx';
import classes from './Alarms.module.css';
import { type AlarmCalls, type AlarmSource, alarmKindsOf, alarmSubjectAddress } from './alarm-calls.ts';

const { ago, cell, date, number } = columnsFor<Alarm>();

type Texts = {
  kind(kind: string): string;
  className(name: string): string;
  title(alarm: Pick<Alarm, 'kind' | 'names'>): string;
  measured(alarm: Alarm): string | null;
  date(at: string | null): string;
  valueText(field: string, value: string): string;
};
type Options = {
  source: AlarmSource;
  history: boolean;
  of: 'device' | 'site' | 'app';
  to(alarm: Alarm): string;
  texts: Texts;
};

export function alarmColumns({ source, history, of, to, texts }: Options): Column<Alarm>[] {
  const { app } = source;
  const valueText = (field: 'condition' | 'severity') => (row: Alarm) => texts.valueText(field, row[field]);
  const columns: Column<Alarm>[] = [
    {
      field: 'kind',
      names: true,
      width: 2,
      to,
      render: (row) => <KindCell alarm={row} app={app} />,
      text: (row) => texts.title(row),
    },
    cell('severity', SeverityChip, { width: 1, text: valueText('severity') }),
    {
      field: 'measured',
      width: 2,
      render: (row) => <bdi className={classes.whole}>{texts.measured(row) ?? '–'}</bdi>,
      text: (row) => texts.measured(row),
      sortable: false,
    },
    ...(of === 'device'
      ? []
      : [
          {
            field: 'subject',
            ...(app.alarmSubjects ? { name: 'about' } : {}),
            width: 1,
            text: (row: Alarm) => row.subject.name,
            render: (row: Alarm) => <DeviceLink to={alarmSubjectAddress(app, row)} name={row.subject.name} />,
          } as const,
          ...(of === 'site' || !source.structures ? [] : [siteColumn]),
        ]),
    ago('lastAt', { width: 1, text: (row: Alarm) => texts.date(row.lastAt) }),
    date('firstAt', { width: 1, hidden: true, text: (row: Alarm) => texts.date(row.firstAt) }),
    cell('condition', ConditionChip, { width: 1, hidden: history, text: valueText('condition') }),
    ...(source.classes.length > 1
      ? [
          {
            field: 'class',
            width: 1,
            hidden: true,
            text: (row: Alarm) => texts.className(row.class),
            render: (row: Alarm) => texts.className(row.class),
          } as const,
        ]
      : []),
    cell('acknowledged', AcknowledgedChip, { width: 1, hidden: history }),
    {
      field: 'disposition',
      width: 1,
      // Open alarms are open; the escalated ones are found by the filter.
      hidden: !history,
      render: (row) => <DispositionChip alarm={row} />,
      text: (row) =>
        row.closedBySystem ? texts.valueText('disposition', 'auto') : texts.valueText('disposition', row.disposition),
    },
    number('count', { hidden: true }),
    date('closedAt', { width: 2, hidden: !history, text: (row: Alarm) => texts.date(row.closedAt) }),
  ];
  return columns;
}

export function alarmFilters({ source, history, of, texts }: Omit<Options, 'to'>): FiltersOf<AlarmCalls['live']> {
  const kinds = source.classes
    .flatMap((name) => alarmKindsOf(source.app, name))
    .map((kind) => ({ value: kind, label: texts.kind(kind) }));
  const classes = source.classes.map((value) => ({ value, label: texts.className(value) }));
  return [
    ...(classes.length > 1 ? [{ field: 'class', kind: 'select', options: classes } as const] : []),
    { field: 'severity', kind: 'select', options: [...severities].reverse() },
    { field: 'kind', kind: 'select', options: kinds },
    ...(of !== 'app' || !source.structures ? [] : [{ ...source.structures, field: 'structureId' as const }]),
    ...(history ? [] : [{ field: 'condition', kind: 'select', options: conditions } as const]),
    { field: 'acknowledged', kind: 'boolean' },
    { field: 'disposition', kind: 'select', options: history ? dispositions.slice(2) : dispositions.slice(0, 2) },
    { field: 'lastAt', kind: 'dateRange' },
    { field: 'timeOfDay', kind: 'timeRange' },
  ];
}
