import { Stack, Title } from '@mantine/core';
import { WaitingRequests } from '#core/device-requests/web/parts.tsx';
import { OverdueTickets } from '#core/support/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useKitText, useLabels } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { customerTypes, type Dashboard } from '../common/customer.ts';
import { customersAddress, tokensAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { type Counter, Counters } from './Counters.tsx';
import classes from './Management.module.css';

/** The customers, devices and subscriptions of an integrator in numbers, and what needs attention. */
export function DashboardPage() {
  const t = useText();
  const found = useData(api.customer.dashboard, {}, { silent: true });
  useLiveRefetch(['devices', 'tickets', 'device-requests'], api.customer.dashboard.key());
  return (
    <PageFrame>
      {found.data ? (
        <Stack gap="lg">
          <div className={classes.columns}>
            <Panel title={t('dashboard.waitingRequests')}>
              <WaitingRequests />
            </Panel>
            <Panel title={t('dashboard.overdueTickets')}>
              <OverdueTickets />
            </Panel>
          </div>
          <div className={classes.groups}>
            <Numbers of={found.data} />
          </div>
          <Panel title={t('dashboard.activations')}>
            <Activations of={found.data} />
          </Panel>
        </Stack>
      ) : (
        <QueryBoundary of={found} />
      )}
    </PageFrame>
  );
}

const dayMs = 86_400_000;
/** The list of subscriptions that end within a number of days. */
function expiringAddress(days: number): string {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const range = { 'expirationAt[from]': dayOf(Date.now()), 'expirationAt[to]': dayOf(Date.now() + days * dayMs) };
  return `${tokensAddress}?${new URLSearchParams({ status: 'active', ...range })}`;
}

function Numbers({ of: { customers, devices, expiring, requests, tickets, units } }: { of: Dashboard }) {
  const t = useText();
  const kit = useKitText();
  const accounts = useLabels('accounts');
  const { session } = useMe();
  const types = Object.entries(customerTypes) as [keyof typeof customerTypes, string | null][];
  const all = customers.reduce((sum, { count }) => sum + count, 0);
  const ofCustomers: Counter[] = [
    { name: t('dashboard.customers'), count: all, to: customersAddress() },
    ...customers.flatMap(({ type, count }) => {
      const [key] = types.find(([, kind]) => kind === type) ?? [];
      return key ? [{ name: kit(`companyTypes.${type}`), count, to: customersAddress(key) }] : [];
    }),
  ];
  const ofDevices: Counter[] = [
    { name: t('dashboard.stock'), count: devices.stock, to: '/management/devices/store' },
    { name: t('dashboard.installed'), count: devices.installed, to: `${customersAddress()}?sort=devices.desc` },
    {
      name: t('dashboard.offline'),
      count: devices.offline,
      to: `${customersAddress()}?sort=offline.desc`,
      alert: true,
    },
  ];
  const ofWork: Counter[] = [
    { name: t('dashboard.requests'), count: requests, to: '/management/devices/request' },
    { name: t('dashboard.tickets'), count: tickets.open, to: '/management/support/tickets?state=open,waiting' },
    {
      name: t('dashboard.overdue'),
      count: tickets.overdue,
      to: '/management/support/tickets?overdue=true',
      alert: true,
    },
  ];
  const ofTokens: Counter[] = ([30, 60, 90] as const).map((days) => ({
    name: t('dashboard.expiring', { count: days }),
    count: expiring[`days${days}`],
    to: expiringAddress(days),
    alert: days === 30,
  }));
  const ofUnits: Counter[] = units.map(({ kind, remaining }) => ({
    name: accounts.label(`values.comKind.${kind}`),
    count: remaining,
    to: `/core/companies/profile/${session.user.companyId}?tab=packages`,
  }));
  return (
    <>
      {(
        [
          ['work', ofWork],
          ['customers', ofCustomers],
          ['devices', ofDevices],
          ['tokens', ofTokens],
          ['units', ofUnits],
        ] as const
      ).map(
        ([key, counters]) =>
          counters.length > 0 && (
            <section key={key}>
              <Title order={2} size="h4" mb="xs">
                {t(`dashboard.groups.${key}`)}
              </Title>
              <Counters label={t(`dashboard.groups.${key}`)} of={counters} />
            </section>
          ),
      )}
    </>
  );
}

function Activations({ of: { activations } }: { of: Dashboard }) {
  const t = useText();
  return (
    <TimeChart
      label={t('dashboard.activations')}
      series={[
        {
          name: t('dashboard.activationsOfMonth'),
          kind: 'bar',
          decimals: 0,
          points: activations.map(({ month, count }) => [`${month}T12:00:00Z`, count] as const),
        },
      ]}
    />
  );
}
