import { Text } from '@mantine/core';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { metering } from '../../app.ts';
import type { MeterUsage } from '../../common/consumption.ts';
import { changeOfUsage } from '../compare/change-of.ts';
import classes from '../Metering.module.css';
import { useText } from '../texts.ts';

const api = clientOf(metering);

/** The consumption of this month so far, against the equal days of the month before. */
export const ConsumptionWidget = () => <Consumption />;

/** The consumption of this month so far, of one structure or of all. */
export function Consumption({ structureId }: { structureId?: number }) {
  const t = useText();
  const { date } = useFormats();
  const query = useData(
    api.overview.consumption,
    { query: structureId === undefined ? {} : { structureId } },
    { silent: true },
  );
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  const { before, utilities } = query.data;
  return (
    <>
      {utilities.some(({ compared }) => compared) && (
        <Text size="sm" c="dimmed">
          {t('overview.against', { from: date(before.from, 'date'), to: date(before.to, 'date') })}
        </Text>
      )}
      <WidgetRows calm={t('overview.noMeters')}>
        {utilities.map((usage) => (
          <UsageRow key={`${usage.utility} ${usage.unit}`} usage={usage} />
        ))}
      </WidgetRows>
    </>
  );
}

function UsageRow({ usage: { utility, unit, amount, compared } }: { usage: MeterUsage }) {
  const t = useText();
  const { number } = useFormats();
  const change = changeOfUsage(compared);
  return (
    <WidgetRow
      title={t(`values.utility.${utility}`)}
      note={compared && <UsageBars compared={compared} />}
      aside={
        <>
          <strong>
            <Bdi>{`${number(amount, 0)} ${unit}`}</Bdi>
          </strong>
          {change !== null && <Bdi>{`${change > 0 ? '+' : ''}${number(change, 0)}%`}</Bdi>}
        </>
      }
    />
  );
}

/** Two bars: the period before, and this month. The figures are next to them. */
function UsageBars({ compared: { amount, before } }: { compared: NonNullable<MeterUsage['compared']> }) {
  const most = Math.max(amount, before, Number.EPSILON);
  return (
    <svg className={classes.bars} viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden>
      <rect className={classes.barBefore} width={(before / most) * 100} height={5} />
      <rect y={8} width={(amount / most) * 100} height={5} />
    </svg>
  );
}
