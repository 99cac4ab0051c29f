import { DeviceLink } from '#core/devices/web/parts.tsx';
import { siteColumn } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { FiltersOf, UnnamedFilter } from '#platform/web/ui/list/filters/filters.ts';
import type { useAppFilter } from '#platform/web/ui/list/filters/use-app-filter.ts';
import { appColumns, type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type Alarm, conditions, dispositions, severities } from '../common/alarm.ts';
import { AcknowledgedChip, ConditionChip, DispositionChip, KindCell } from './AlarmCells.tsx';
import classes from './Alarms.module.css';
import { classesOfApps, kindsOfApps } from './alarm-kinds.ts';
import type { AlarmTexts } from './alarm-texts.ts';
import type { api } from './api.ts';
import { keptTogether } from './limits/kept-together.ts';
import { alarmSubjectAddress } from './panel/alarm-subject.ts';

const { ago, cell, date, number } = columnsFor<Alarm>();

type Texts = {
  of(app: string): Pick<AlarmTexts, 'kind' | 'className' | 'title' | 'subject' | 'measured' | 'outcome' | 'party'>;
  appName(row: Pick<Alarm, 'app'>): string;
  date(at: string | null): string;
  valueText(field: string, value: string): string;
};
type Options = {
  apps: readonly AppManifest[];
  /** The classes of an app that the person may read. */
  classesOf(app: AppManifest): readonly string[];
  history: boolean;
  /** What the alarms that are listed have in common. */
  of: 'device' | 'site' | 'all';
  to(alarm: Alarm): string;
  texts: Texts;
};

export function alarmColumns({ apps, classesOf, history, of, to, texts }: Options): Column<Alarm>[] {
  const valueText = (field: 'condition' | 'severity') => (row: Alarm) => texts.valueText(field, row[field]);
  const classOf = (row: Alarm) => texts.of(row.app).className(row.class);
  const columns: Column<Alarm>[] = [
    {
      field: 'kind',
      names: true,
      width: 2,
      to,
      render: (row) => <KindCell alarm={row} />,
      text: (row) => texts.of(row.app).title(row),
    },
    cell('severity', SeverityChip, { width: 1, text: valueText('severity') }),
    {
      field: 'measured',
      width: 2,
      render: (row) => <bdi className={classes.whole}>{keptTogether(texts.of(row.app).measured(row) ?? '–')}</bdi>,
      text: (row) => texts.of(row.app).measured(row),
      sortable: false,
    },
    ...(of === 'device'
      ? []
      : [
          {
            field: 'subject',
            ...(apps.some(({ alarmSubjects }) => alarmSubjects) ? { name: 'about' } : {}),
            width: 1,
            text: (row: Alarm) => row.subject.name,
            render: (row: Alarm) => <DeviceLink to={alarmSubjectAddress(row)} name={row.subject.name} />,
          } as const,
          ...(of === 'site' ? [] : [alarmSite]),
        ]),
    ...appColumns(apps.length > 1 ? texts.appName : undefined),
    ago('lastAt', { width: 1, text: (row: Alarm) => texts.date(row.lastAt) }),
    date('firstAt', { width: 1, hidden: true, text: (row: Alarm) => texts.date(row.firstAt) }),
    cell('condition', ConditionChip, { width: 1, hidden: history, text: valueText('condition') }),
    ...(classesOfApps(apps, classesOf).length > 1
      ? [{ field: 'class', width: 1, hidden: true, text: classOf, render: classOf } as const]
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
    ...(history
      ? [
          {
            field: 'outcome',
            width: 1,
            hidden: true,
            sortable: false,
            render: (row: Alarm) => texts.of(row.app).outcome(row) || '–',
            text: (row: Alarm) => texts.of(row.app).outcome(row),
          } as const,
        ]
      : []),
    ...(hasParties(apps, classesOf)
      ? [{ field: 'desk', width: 1, sortable: false, text: deskText(texts), render: deskText(texts) } as const]
      : []),
    number('count', { hidden: true }),
    date('closedAt', { width: 2, hidden: !history, text: (row: Alarm) => texts.date(row.closedAt) }),
  ];
  return columns;
}

/** The site of an alarm. A further company knows its name only. */
const alarmSite = {
  ...siteColumn,
  render: (row: Alarm) => (row.structure ? siteColumn.render(row) : <bdi>{row.party?.structure ?? '–'}</bdi>),
  text: (row: Alarm) => row.structure?.name ?? row.party?.structure ?? undefined,
};

/** Whether any alarm of these apps can have several companies. */
const hasParties = (apps: readonly AppManifest[], classesOf: Options['classesOf']): boolean =>
  apps.some((app) => classesOf(app).some((name) => app.alarmClasses?.[name]?.parties));

/** What the alarms of apps can be about, each kind once: their devices and the records that they declare. */
function subjectTypesOf(apps: readonly AppManifest[], texts: Texts) {
  const declared = apps.flatMap(({ id, alarmSubjects = {} }) =>
    Object.keys(alarmSubjects).map((type) => ({ value: type, label: texts.of(id).subject({ subject: { type } }) })),
  );
  const [first] = apps;
  if (declared.length === 0 || !first) return [];
  const device = { value: 'device', label: texts.of(first.id).subject({ subject: { type: 'device' } }) };
  return [...new Map([device, ...declared].map((one) => [one.value, one])).values()];
}

/** The company that has to act. */
const deskText =
  (texts: Texts) =>
  ({ app, desk }: Alarm): string =>
    desk === null || desk.mine ? texts.valueText('desk', 'mine') : texts.of(app).party(desk.role);

type FilterOptions = Omit<Options, 'to' | 'apps'> & {
  byApp: ReturnType<typeof useAppFilter>['filters'];
  sites: UnnamedFilter;
  /** The apps that the list is filtered by: kinds and classes of others are not offered. */
  chosen: readonly AppManifest[];
};

export function alarmFilters({
  byApp,
  classesOf,
  history,
  of,
  texts,
  sites,
  chosen,
}: FilterOptions): FiltersOf<typeof api.alarm.live> {
  const kinds = kindsOfApps(chosen, classesOf).map(({ app, value }) => ({ value, label: texts.of(app).kind(value) }));
  const ofClass = classesOfApps(chosen, classesOf).map(({ app, value }) => ({
    value,
    label: texts.of(app).className(value),
  }));
  const about = subjectTypesOf(chosen, texts);
  return [
    ...byApp,
    ...(of !== 'all' ? [] : [{ ...sites, field: 'structureId' as const }]),
    ...(about.length > 1 && of === 'all' ? [{ field: 'subjectType', kind: 'select', options: about } as const] : []),
    { field: 'kind', kind: 'select', options: kinds },
    { field: 'severity', kind: 'select', options: [...severities].reverse() },
    { field: 'acknowledged', kind: 'boolean' },
    ...(ofClass.length > 1 ? [{ field: 'class', kind: 'select', options: ofClass } as const] : []),
    ...(history ? [] : [{ field: 'condition', kind: 'select', options: conditions } as const]),
    ...(hasParties(chosen, classesOf) ? [{ field: 'desk', kind: 'select', options: ['mine', 'others'] } as const] : []),
    { field: 'disposition', kind: 'select', options: history ? dispositions.slice(2) : dispositions.slice(0, 2) },
    { field: 'lastAt', kind: 'dateRange' },
    { field: 'timeOfDay', kind: 'timeRange' },
  ];
}
