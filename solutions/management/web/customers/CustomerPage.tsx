import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconSwitchHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { CompanyHistory, CompanyOverview, PackagesTab, useCompany } from '#core/accounts/web/parts.tsx';
import { devicePaths } from '#core/device-app/common/device-paths.ts';
import { listAddress } from '#core/device-app/web/parts.tsx';
import { RequestsOfCompany } from '#core/device-requests/web/parts.tsx';
import { useParamsOfAddress } from '#core/market/web/parts.tsx';
import { TokensOfCompany } from '#core/subscriptions/web/parts.tsx';
import { TicketsOfCompany } from '#core/support/web/parts.tsx';
import { usualPage } from '#platform/common/pages/placed-pages.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { selectCustomer } from '#platform/web/client/connection.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useAppNames } from '#platform/web/i18n/texts.ts';
import { useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { registeredApps, reloadSession } from '#platform/web/session/session.ts';
import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { customersAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { Counters } from '../Counters.tsx';

const tabs = ['overview', 'devices', 'tokens', 'requests', 'tickets', 'packages'] as const;
type Tab = (typeof tabs)[number];

/** A customer: its numbers, contract, devices, subscriptions, requests and tickets. */
export function CustomerPage() {
  const t = useText();
  const id = Number(useParams().id) || 0;
  const company = useCompany(id);
  const [params, set] = useParamsOfAddress();
  const may: Partial<Record<Tab, boolean>> = {
    tokens: usePermitted(canDo('product.token', 'read')),
    packages: usePermitted(canDo('company.com-package', 'read')) && company.data?.managed === true,
  };
  const shown = tabs.filter((one) => may[one] !== false);
  const tab = shown.find((one) => one === params.get('tab')) ?? 'overview';
  return (
    <PageFrame
      title={company.data?.name ?? t('pages.customers-details-id')}
      parents={[{ label: t('pages.customers-list-type'), to: customersAddress() }]}
      tabs={shown.map((value) => ({ value, label: t(`customer.tabs.${value}`) }))}
      tab={tab}
      onTab={(value) => set({ tab: value === 'overview' ? null : value, new: null })}
      {...(company.data ? { action: <Actions id={id} company={company.data} /> } : {})}
    >
      {company.data ? <Content tab={tab} id={id} company={company.data} /> : <QueryBoundary of={company} />}
    </PageFrame>
  );
}

type Company = NonNullable<ReturnType<typeof useCompany>['data']>;

function Content({ tab, id, company }: { tab: Tab; id: number; company: Company }) {
  if (tab === 'devices') return <Devices id={id} />;
  if (tab === 'tokens') return <TokensOfCompany companyId={id} />;
  if (tab === 'requests') return <RequestsOfCompany companyId={id} />;
  if (tab === 'tickets') return <TicketsOfCompany companyId={id} />;
  if (tab === 'packages') return <PackagesTab companyId={id} />;
  return (
    <Stack>
      <Welcome />
      <Numbers id={id} />
      <CompanyOverview company={company} />
    </Stack>
  );
}

/** What comes next for a customer that was just created. */
function Welcome() {
  const t = useText();
  const [params] = useParamsOfAddress();
  if (!params.has('new')) return null;
  return (
    <Alert variant="light" color="teal" title={t('customer.made')} role="status">
      <Group>
        <Button component={Link} to="/management/devices/store">
          {t('customer.sendDevices')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Selects the customer and goes to a page. */
function useActFor(id: number) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  return {
    pending,
    async run(to: string = shellAddresses.main): Promise<void> {
      setPending(true);
      try {
        await selectCustomer(id, reloadSession);
        await navigate(to);
      } finally {
        setPending(false);
      }
    },
  };
}

function Actions({ id, company }: { id: number; company: Company }) {
  const t = useText();
  const { customers } = useMe();
  const actFor = useActFor(id);
  return (
    <Group gap="xs">
      {company.managed && <CompanyHistory company={company} />}
      {customers.some((one) => one.id === id) && (
        <Button
          leftSection={<IconSwitchHorizontal size={iconSizes.md} aria-hidden />}
          loading={actFor.pending}
          onClick={() => void actFor.run()}
        >
          {t('actions.actFor')}
        </Button>
      )}
    </Group>
  );
}

function Numbers({ id }: { id: number }) {
  const t = useText();
  const found = useData(api.customer.list, { list: { limit: 1, filter: { id: String(id) } } }, { silent: true });
  if (!found.data) return <QueryBoundary of={found} height={96} />;
  const [row] = found.data.data;
  if (!row) return <Text c="dimmed">{t('customer.notYours')}</Text>;
  const at = (tab: Tab) => `?tab=${tab}`;
  return (
    <Counters
      label={t('customer.tabs.overview')}
      of={[
        { name: t('columns.devices'), count: row.devices, to: at('devices') },
        { name: t('columns.offline'), count: row.offline, to: at('devices'), alert: true },
        { name: t('columns.expiring'), count: row.expiring, to: at('tokens'), alert: true },
        { name: t('columns.requests'), count: row.requests, to: at('requests') },
        { name: t('columns.tickets'), count: row.tickets, to: at('tickets') },
      ]}
    />
  );
}

/** The apps with devices of the customer, each leading to its lists for that customer. */
function Devices({ id }: { id: number }) {
  const t = useText();
  const { session } = useMe();
  const actFor = useActFor(id);
  const apps = registeredApps().filter(
    (app) => session.apps.includes(app.id) && usualPage(app, devicePaths.list) !== undefined,
  );
  const nameOf = useAppNames(apps);
  if (apps.length === 0) return <EmptyState title={t('customer.noApps')} />;
  return (
    <Panel title={t('customer.tabs.devices')}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t('customer.devicesText')}
        </Text>
        <Table aria-label={t('customer.tabs.devices')}>
          <Table.Tbody>
            {apps.map((app) => (
              <Table.Tr key={app.id}>
                <Table.Th scope="row">{nameOf(app)}</Table.Th>
                {(['list', 'inventory'] as const).map((page) => (
                  <Table.Td key={page}>
                    <Anchor
                      component="button"
                      type="button"
                      onClick={() => void actFor.run(listAddress(app, undefined, page))}
                    >
                      {t(`customer.${page}`)}
                    </Anchor>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Panel>
  );
}
