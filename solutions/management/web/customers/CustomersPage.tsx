import { Button, Group } from '@mantine/core';
import { IconPlus, IconSwitchHorizontal, IconTicket } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { mayCreateSome } from '#core/accounts/common/company-kinds.ts';
import { newTicketAddress } from '#core/support/web/parts.tsx';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { selectCustomer } from '#platform/web/client/connection.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { reloadSession } from '#platform/web/session/session.ts';
import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { type Customer, customerTypes } from '../../common/customer.ts';
import { createCustomerAddress, customersAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';

const { date, link, number } = columnsFor<Customer>();
type Type = keyof typeof customerTypes;
const types = Object.keys(customerTypes) as Type[];
const live = { topics: ['alarms', 'devices', 'tickets', 'device-requests'] };

/** The customers of a provider, with the numbers of what needs attention. */
export function CustomersPage() {
  const t = useText();
  const { type: asked } = useParams();
  const type = types.find((one) => one === asked) ?? 'all';
  const kind = customerTypes[type];
  const fixed = useMemo(() => (kind ? { type: kind } : {}), [kind]);
  const add = (
    <Can access={mayCreateSome(companyTypes)}>
      <Button
        component={Link}
        to={`${createCustomerAddress}${kind ? `?type=${kind}` : ''}`}
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
      >
        {t('customers.create')}
      </Button>
    </Can>
  );
  return (
    <ListPage
      key={type}
      of={{ list: api.customer.list }}
      title={t('pages.customers-list-type')}
      table="management_customers_list"
      fixed={fixed}
      columns={useColumns()}
      tabs={useTypeTabs()}
      tab={customersAddress(type)}
      action={add}
      emptyAction={
        <Group justify="center" gap="xs">
          {add}
          <Button component={Link} to="/core/companies/list/requests" variant="default">
            {t('customers.invite')}
          </Button>
        </Group>
      }
      rowActions={useActions()}
      exports
      empty="customer"
      live={live}
    />
  );
}

const nameColumn: Column<Customer> = link('name', '/management/customers/details/{id}');
const figures: readonly Column<Customer>[] = [
  number('alarms'),
  number('offline'),
  number('tickets'),
  number('requests'),
  number('expiring'),
  number('devices'),
  date('contractTo', { width: 1 }),
];

function useColumns(): readonly Column<Customer>[] {
  const t = useText();
  const actFor = useActFor();
  return useMemo(
    () => [
      nameColumn,
      {
        field: 'actFor',
        width: 1,
        sortable: false,
        text: () => null,
        render: ({ id, name, contractRuns }) =>
          contractRuns && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('customers.actForOne', { customer: name })}
              leftSection={<IconSwitchHorizontal size={iconSizes.sm} aria-hidden />}
              onClick={() => void actFor(id)}
            >
              {t('customers.actFor')}
            </Button>
          ),
      },
      // In narrow windows the list scrolls to the columns at the end.
      ...figures,
    ],
    [t, actFor],
  );
}

/** Begins to act for a customer, on the overview. */
function useActFor(): (id: number) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (id) => {
      await selectCustomer(id, reloadSession);
      await navigate(shellAddresses.main);
    },
    [navigate],
  );
}

/** The kinds of customers with how many there are of each. */
function useTypeTabs() {
  const t = useText();
  const kit = useKitText();
  const { data } = useData(api.customer.dashboard, {}, { silent: true });
  const all = data?.customers.reduce((sum, { count }) => sum + count, 0);
  return types.map((type) => {
    const kind = customerTypes[type];
    const count = kind ? (data?.customers.find((one) => one.type === kind)?.count ?? 0) : all;
    return {
      to: customersAddress(type),
      value: customersAddress(type),
      label: kind ? kit(`companyTypes.${kind}`) : t('customers.all'),
      ...(data && count !== undefined ? { count } : {}),
    };
  });
}

function useActions() {
  const navigate = useNavigate();
  return useMemo(
    () => [
      rowAction<Customer>('newTicket', {
        icon: IconTicket,
        shown: ({ contractRuns }) => contractRuns,
        async run({ id }) {
          await selectCustomer(id, reloadSession);
          await navigate(newTicketAddress({ subject: '' }));
        },
      }),
    ],
    [navigate],
  );
}
