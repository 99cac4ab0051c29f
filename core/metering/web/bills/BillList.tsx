import { Button } from '@mantine/core';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import classes from '../Metering.module.css';
import { useText } from '../texts.ts';
import { useMetering } from '../use-metering.ts';
import { billTones } from './bill-tones.ts';
import { useBillFormats } from './use-bill-formats.ts';

/** The stored bills of a meter, the newest month first. */
export function BillList({ device, onChoose }: { device: DeviceDetail; onChoose(month: string): void }) {
  const t = useText();
  const { number, money, month } = useBillFormats();
  const { calls } = useMetering();
  const { data, isError, refetch } = useData(calls.bill.ofDevice, { params: { id: device.id } }, { silent: true });
  if (isError)
    return (
      <Panel title={t('bill.all')}>
        <FailedState onRetry={() => void refetch()} />
      </Panel>
    );
  if (!data || data.length === 0) return null;
  return (
    <Panel title={t('bill.all')}>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={t('bill.all')}>
          <thead>
            <tr>
              <th scope="col">{t('bill.month')}</th>
              <th scope="col">{t('bill.number')}</th>
              <th scope="col">{t('bill.state')}</th>
              <th scope="col" data-number>
                {t('bill.consumption')}
              </th>
              <th scope="col" data-number>
                {t('bill.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((bill) => (
              <tr key={bill.id}>
                <td>
                  <Button variant="subtle" size="compact-sm" onClick={() => onChoose(bill.month)}>
                    {month(bill.month)}
                  </Button>
                </td>
                <td>
                  <Bdi>{bill.number ?? '–'}</Bdi>
                </td>
                <td>
                  {bill.kind === 'credit' ? (
                    <ToneChip tone="none">{t('bill.credit')}</ToneChip>
                  ) : (
                    <StatusChip value={bill.state} field="billState" namespace="metering" tones={billTones} />
                  )}
                </td>
                <td data-number>
                  <Bdi>{`${number(bill.consumption.quantity)} ${bill.consumption.unit}`}</Bdi>
                </td>
                <td data-number>
                  <Bdi>{money(bill.total, bill.currency)}</Bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
