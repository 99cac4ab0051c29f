import { Anchor, Progress, Select } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useBoardPeriod } from '#core/boards/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { WidgetFigure, WidgetFigures, WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { defcon } from '../../app.ts';
import { severityOf } from '../../common/alarms.ts';
import { type Measure, measures, type OfCustomer } from '../../common/analysis/analysis.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { incidentsAddress } from './addresses.ts';

const silent = { silent: true } as const;
const panelsAddress = `${defcon.web}/panels/list`;

const useCounters = () => useData(api.analysis.counters, { query: useBoardPeriod().period }, silent);

function usePercent() {
  const { number } = useFormats();
  return (share: number | null, decimals = 0): string => (share === null ? '–' : `${number(100 * share, decimals)}%`);
}
function useSeconds() {
  const t = useText();
  const { number } = useFormats();
  return (seconds: number | null): string => (seconds === null ? '–' : `${number(seconds, 0)}${t('secondsSuffix')}`);
}

/** How things stand now, and what came of the period. */
export function IncidentFigures() {
  const t = useText();
  const { number } = useFormats();
  const percent = usePercent();
  const { data, ...query } = useCounters();
  if (!data) return <QueryBoundary of={query} height="100%" />;
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const open = sum(data.open.map(({ count }) => count));
  const waiting = sum(data.open.map(({ unacknowledged }) => unacknowledged));
  const { active, offline, armedGroups, disarmedGroups } = data.panels;
  return (
    <WidgetFigures>
      <WidgetFigure
        name={t('incidents.open')}
        value={number(open)}
        to={incidentsAddress('open')}
        tone={waiting > 0 ? 'problem' : undefined}
        note={t('incidents.waiting', { count: waiting, shown: number(waiting) })}
      />
      <WidgetFigure
        name={t('incidents.raised')}
        value={number(sum(data.raised.map(({ count }) => count)))}
        to={incidentsAddress('history')}
      />
      <WidgetFigure name={t('incidents.falseRate')} value={percent(data.falseRate)} to={incidentsAddress('history')} />
      {/* The police has no panels. */}
      {active + armedGroups + disarmedGroups > 0 && (
        <>
          <WidgetFigure
            name={t('incidents.armed')}
            value={t('incidents.ofGroups', {
              armed: number(armedGroups),
              groups: number(armedGroups + disarmedGroups),
            })}
            to={panelsAddress}
            note={t('incidents.arming', { arms: number(data.arms), disarms: number(data.disarms) })}
          />
          <WidgetFigure
            name={t('incidents.offline')}
            value={t('incidents.ofPanels', { offline: number(offline), panels: number(active) })}
            to={`${panelsAddress}?service=active`}
            tone={offline > 0 ? 'poor' : undefined}
            note={t('incidents.supervised', { share: percent(data.supervision, 1) })}
          />
        </>
      )}
    </WidgetFigures>
  );
}

/** How fast incidents are taken, and how many of them within the times that are aimed at. */
export function Response() {
  const t = useText();
  const { number } = useFormats();
  const percent = usePercent();
  const seconds = useSeconds();
  const { data, ...query } = useCounters();
  if (!data) return <QueryBoundary of={query} height="100%" />;
  return (
    <WidgetRows calm={t('incidents.none')}>
      {data.acknowledged.map(({ rank, taken, waiting, p50, targets }) => (
        <WidgetRow
          key={rank}
          title={
            <Anchor component={Link} to={incidentsAddress('history', { severity: severityOf(rank) })} inherit>
              {t('rules.priorityNumber', { number: number(rank) })}
            </Anchor>
          }
          note={[
            t('incidents.taken', { count: taken, shown: number(taken) }),
            ...(waiting > 0 ? [t('incidents.waiting', { count: waiting, shown: number(waiting) })] : []),
            ...(p50 === null ? [] : [t('incidents.median', { seconds: seconds(p50) })]),
          ].join(' · ')}
          aside={targets
            .map(({ seconds: within, within: share, aim }) =>
              t('incidents.within', {
                share: percent(share),
                seconds: seconds(within),
                aim: percent(aim, (100 * aim) % 1 === 0 ? 0 : 1),
              }),
            )
            .join(' · ')}
        />
      ))}
    </WidgetRows>
  );
}

/** How incidents ended, by outcome and cause. */
export function Outcomes() {
  const t = useText();
  const { label } = useLabels('defcon');
  const { number } = useFormats();
  const { data, ...query } = useCounters();
  if (!data) return <QueryBoundary of={query} height="100%" />;
  const all = data.closed.reduce((sum, { count }) => sum + count, 0);
  return (
    <WidgetRows calm={t('incidents.none')}>
      {data.closed.map(({ disposition, reason, count }) => {
        const field = disposition === 'rejected' ? 'cause' : 'outcome';
        const named = reason === null ? t('incidents.noReason') : label(`values.${field}.${reason}`);
        return (
          <WidgetRow
            key={`${disposition} ${reason}`}
            title={
              <Anchor component={Link} to={incidentsAddress('history', { disposition })} inherit>
                {disposition === 'rejected' ? t('incidents.falseAlarm', { cause: named }) : named}
              </Anchor>
            }
            note={<Progress value={(100 * count) / all} size="sm" aria-hidden />}
            aside={number(count)}
          />
        );
      })}
    </WidgetRows>
  );
}

/** The sites with the most incidents. */
export function Sites() {
  const t = useText();
  const { number } = useFormats();
  const { data, ...query } = useCounters();
  // Others know the names of sites, and cannot filter by them.
  const ownsSites = useMe().session.user.companyType === 'Customer';
  if (!data) return <QueryBoundary of={query} height="100%" />;
  return (
    <WidgetRows calm={t('incidents.none')}>
      {data.byStructure.map(({ structure, raised, false: wrong, open }) => (
        <WidgetRow
          key={structure?.id ?? 0}
          title={
            structure && !ownsSites ? (
              <bdi>{structure.name}</bdi>
            ) : structure ? (
              <Anchor component={Link} to={incidentsAddress('history', { structureId: structure.id })} inherit>
                <bdi>{structure.name}</bdi>
              </Anchor>
            ) : (
              t('zones.nowhere')
            )
          }
          note={t('incidents.ofSite', { wrong: number(wrong), open: number(open) })}
          aside={t('incidents.count', { count: raised, shown: number(raised) })}
        />
      ))}
    </WidgetRows>
  );
}

/** The customers with the most incidents, false alarms or time offline. */
export function Customers() {
  const t = useText();
  const { number } = useFormats();
  const percent = usePercent();
  const seconds = useSeconds();
  const { period } = useBoardPeriod();
  const [measure, setMeasure] = useState<Measure>('incidents');
  const { data, ...query } = useData(api.analysis.topCustomers, { query: { ...period, measure, limit: 10 } }, silent);
  const valueOf = (row: OfCustomer): string =>
    ({
      incidents: t('incidents.count', { count: row.incidents, shown: number(row.incidents) }),
      false: t('incidents.falseCount', { count: row.false, shown: number(row.false) }),
      rate: percent(row.rate),
      offline: row.offlineHours === null ? '–' : t('incidents.hours', { hours: number(row.offlineHours, 1) }),
      response: seconds(row.responseSeconds),
    })[measure];
  return (
    <>
      <Select
        size="xs"
        aria-label={t('incidents.by')}
        data={measures.map((value) => ({ value, label: t(`incidents.measures.${value}`) }))}
        value={measure}
        onChange={(value) => setMeasure(measures.find((one) => one === value) ?? 'incidents')}
        allowDeselect={false}
      />
      {data ? (
        <WidgetRows calm={t('incidents.none')}>
          {data.map((row) => (
            <WidgetRow
              key={row.company.id}
              title={<bdi>{row.company.name}</bdi>}
              note={
                row.feeAed === null
                  ? t('incidents.inYear', { count: row.falseInYear, shown: number(row.falseInYear) })
                  : t('incidents.fee', {
                      count: row.falseInYear,
                      shown: number(row.falseInYear),
                      fee: number(row.feeAed),
                    })
              }
              aside={valueOf(row)}
            />
          ))}
        </WidgetRows>
      ) : (
        <QueryBoundary of={query} height="100%" />
      )}
    </>
  );
}
