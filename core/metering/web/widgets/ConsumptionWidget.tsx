import { Text } from '@mantine/core';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { metering } from '../../app.ts';
import type { Usage } from '../../common/consumption.ts';
import { useText } from '../texts.ts';

const api = clientOf(metering);

/** The consumption of this month so far, against the equal days of the month before. */
export function ConsumptionWidget() {
  const t = useText();
  const { date } = useFormats();
  const query = useData(api.overview.consumption, {}, { silent: true });
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

function UsageRow({ usage: { utility, unit, amount, compared } }: { usage: Usage }) {
  const t = useText();
  const { number } = useFormats();
  const change =
    compared && compared.before > 0 ? Math.round((compared.amount / compared.before - 1) * 100) || 0 : null;
  return (
    <WidgetRow
      title={t(`values.utility.${utility}`)}
      aside={
        <>
          <strong>
            <Bdi>{`${number(amount, 0)} ${unit}`}</Bdi>
          </strong>
          {change !== null && <Bdi>{`${change > 0 ? '+' : ''}${number(change, 0)} %`}</Bdi>}
        </>
      }
    />
  );
}
