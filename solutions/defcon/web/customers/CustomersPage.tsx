import { Anchor, Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { mayCreate } from '#core/accounts/common/company-kinds.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { SecurityCustomer } from '../../common/customers/customer.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { addCustomerAddress, editCustomerAddress } from './addresses.ts';

const { number } = columnsFor<SecurityCustomer>();
const providerColumn: Column<SecurityCustomer> = {
  field: 'provider.name',
  name: 'securityCompany',
  width: 2,
  sortable: false,
};
const live = { topics: ['panel-assignments', 'alarms', 'tokens'] };
const rowActions = [
  rowAction<SecurityCustomer>('edit', { icon: IconPencil, to: ({ customer }) => editCustomerAddress(customer.id) }),
];

/** The customers of a security company, with their contracts and what needs attention. */
export function CustomersPage() {
  const t = useText();
  const add = (
    <Can access={mayCreate('Customer')}>
      <Button component={Link} to={addCustomerAddress} leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}>
        {t('customers.add')}
      </Button>
    </Can>
  );
  return (
    <ListPage
      of={{ list: api.customer.list }}
      title={t('pages.security-company-customer-list')}
      table="defcon_customers_list"
      columns={useColumns()}
      rowActions={rowActions}
      action={add}
      emptyAction={add}
      empty="customer"
      view="auto"
      exports
      live={live}
    />
  );
}

function useColumns(): readonly Column<SecurityCustomer>[] {
  const t = useText();
  const { date } = useFormats();
  const { session } = useMe();
  const ofPlatform = session.user.companyId === null;
  return useMemo(
    () => [
      {
        field: 'name',
        width: 2,
        names: true,
        render: ({ customer }) => (
          <Anchor component={Link} to={editCustomerAddress(customer.id)} fw={550} inherit tabIndex={-1}>
            <bdi>{customer.name}</bdi>
          </Anchor>
        ),
        text: ({ customer }) => customer.name,
        to: ({ customer }) => editCustomerAddress(customer.id),
      },
      ...(ofPlatform ? [providerColumn] : []),
      {
        field: 'contract',
        width: 1,
        sortable: false,
        render: ({ contractRuns, contractStatus }) => (
          <ToneChip tone={contractRuns ? 'good' : 'problem'}>
            {t(`customers.${contractWord(contractRuns, contractStatus)}`)}
          </ToneChip>
        ),
        text: ({ contractRuns, contractStatus }) => t(`customers.${contractWord(contractRuns, contractStatus)}`),
      },
      {
        field: 'contractTo',
        width: 1,
        render: ({ contractTo }) => (contractTo ? <Bdi>{date(contractTo, 'date')}</Bdi> : t('customers.unlimited')),
        text: ({ contractTo }) => contractTo,
      },
      number('panels'),
      number('incidents'),
      number('lapsing'),
    ],
    [t, date, ofPlatform],
  );
}

/** A contract that is not suspended either runs or does so at another time. */
const contractWord = (runs: boolean, status: SecurityCustomer['contractStatus']) =>
  runs ? 'runs' : status === 'Inactive' ? 'suspended' : 'notNow';
