import { Skeleton, Text } from '@mantine/core';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { KeptHeight } from '#platform/web/ui/page/KeptHeight.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { Statement } from '../../common/bill.ts';
import { Figures } from '../Figures.tsx';
import { currentMonth } from '../months.ts';
import { NoTariff } from '../tariffs/NoTariff.tsx';
import { useText } from '../texts.ts';
import { useMetering } from '../use-metering.ts';
import { useBillFormats } from './use-bill-formats.ts';

/** What the current month has cost so far, the slab reached and the expected total. */
export function BillSoFar({ device }: { device: DeviceDetail }) {
  const t = useText();
  const { calls } = useMetering();
  const query = useData(
    calls.bill.ofMonth,
    { params: { id: device.id }, query: { month: currentMonth() } },
    { silent: true },
  );
  if ((query.isError && !query.data) || query.data?.missing === 'nothing-to-show') return null;
  return (
    <KeptHeight of="bill so far">
      <Panel title={t('soFar.title')}>
        {query.data?.statement ? (
          <Cost statement={query.data.statement} />
        ) : query.data ? (
          <NoTariff device={device} />
        ) : (
          <Skeleton h={sizes.touch} aria-busy />
        )}
      </Panel>
    </KeptHeight>
  );
}

function Cost({ statement }: { statement: Statement }) {
  const t = useText();
  const { number, money, month } = useBillFormats();
  const { consumption, currency, total, forecast, lines, previous } = statement;
  const { quantity, unit } = consumption;
  const amount = (value: number) => <Bdi>{`${number(value, 1)} ${unit}`}</Bdi>;
  const slabs = lines.filter(({ kind }) => kind === 'consumption');
  const reached = slabs.at(-1);
  return (
    <>
      <Figures
        items={[
          { name: t('soFar.consumption'), value: amount(quantity), hint: month(statement.month) },
          { name: t('soFar.cost'), value: <Bdi>{money(total, currency)}</Bdi>, hint: t('soFar.withVat') },
          ...(reached
            ? [
                {
                  name: t('soFar.slab'),
                  value: number(slabs.length),
                  hint:
                    reached.upTo === null
                      ? t('soFar.lastSlab')
                      : t('soFar.until', { limit: number(reached.upTo), unit }),
                },
              ]
            : []),
          ...(forecast
            ? [
                {
                  name: t('soFar.forecast'),
                  value: <Bdi>{money(forecast.total, currency)}</Bdi>,
                  hint: amount(forecast.quantity),
                },
              ]
            : []),
          ...(previous === null ? [] : [{ name: t('bill.previous'), value: amount(previous) }]),
        ]}
      />
      {statement.underReview > 0 && (
        <Text size="sm" mt="sm" c="var(--severity-poor-text)">
          {t('bill.underReview', { count: statement.underReview, shown: number(statement.underReview) })}
        </Text>
      )}
    </>
  );
}
