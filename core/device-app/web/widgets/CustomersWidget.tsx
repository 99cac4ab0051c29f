import { Button } from '@mantine/core';
import { IconSwitchHorizontal } from '@tabler/icons-react';
import { severities } from '#core/alarms/common/alarm.ts';
import { selectCustomer } from '#platform/web/client/connection.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { reloadSession } from '#platform/web/session/session.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import type { CustomerHealth } from '../../common/overview.ts';
import { useText } from '../texts.ts';
import { overview } from './api.ts';

const soonMs = 30 * 86_400_000;

/** The customers with their alarms, offline devices and contracts, the worst first. */
export function CustomersWidget() {
  const t = useText();
  const query = useData(overview.customers, {}, { silent: true });
  useLiveRefetch(['alarms', 'devices'], overview.customers.key());
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  return (
    <WidgetRows calm={t('overview.noCustomers')}>
      {query.data.map((customer) => (
        <CustomerRow key={customer.id} customer={customer} />
      ))}
    </WidgetRows>
  );
}

function CustomerRow({ customer }: { customer: CustomerHealth }) {
  const t = useText();
  const { number, date } = useFormats();
  const now = useNow();
  const { id, name, alarms, worst, devices, offline, contractTo, contractRuns, limited } = customer;
  const open = severities.reduce((sum, severity) => sum + alarms[severity], 0);
  const ends = contractTo !== null && Date.parse(contractTo) - now < soonMs;
  const state = limited
    ? t('overview.limited')
    : [
        open > 0 && t('overview.alarmCount', { count: open }),
        offline > 0 && t('overview.offlineCount', { count: offline, number: number(offline) }),
        t('overview.deviceCount', { count: devices, number: number(devices) }),
      ]
        .filter(Boolean)
        .join(' · ');
  return (
    <WidgetRow
      title={<bdi>{name}</bdi>}
      note={state}
      aside={
        <>
          {open > 0 && <SeverityChip value={worst} />}
          {!contractRuns ? (
            <ToneChip tone="none">{t('overview.noContract')}</ToneChip>
          ) : (
            ends && <ToneChip tone="poor">{t('overview.contractEnds', { date: date(contractTo, 'date') })}</ToneChip>
          )}
          {contractRuns && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconSwitchHorizontal size={iconSizes.sm} aria-hidden />}
              aria-label={t('overview.actFor', { name })}
              onClick={() => void selectCustomer(id, reloadSession)}
            >
              {t('overview.act')}
            </Button>
          )}
        </>
      }
    />
  );
}
