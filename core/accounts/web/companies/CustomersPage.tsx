import { Button } from '@mantine/core';
import { IconPlus, IconSwitchHorizontal } from '@tabler/icons-react';
import { Link, Navigate, useNavigate } from 'react-router';
import type { ReplyOf } from '#platform/common/route.ts';
import type { RouteOf } from '#platform/web/client/client-of.ts';
import { selectCustomer } from '#platform/web/client/connection.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { registeredApps, reloadSession } from '#platform/web/session/session.ts';
import { quickPages } from '#platform/web/shell/navigation/quick-access.ts';
import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { canOpen } from '#platform/web/shell/routing/first-page.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { mayCreate } from '../../common/company-kinds.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { loginAsOwnerAction } from './CompaniesPage.tsx';
import { ContractChip, PeriodText, TypeName } from './company-cells.tsx';
import { addresses } from './own-company.ts';

type Row = ReplyOf<RouteOf<typeof api.company.list>>;
const { ago, cell, code, link } = columnsFor<Row>();

const Period = ({ row: { relation } }: { row: Row }) =>
  relation ? <PeriodText from={relation.contractFrom} to={relation.contractTo} /> : <>–</>;

/** The list of customers with what needs attention, if an app of this build offers it. */
const detailedList = () => quickPages(registeredApps(), canOpen).find(({ name }) => name === 'customers');

/**
 * The companies that the person acts for: those with numbers if the person has that list, else with their contracts.
 */
export function CustomersPage() {
  const detailed = detailedList();
  return detailed ? <Navigate to={detailed.to} replace /> : <PlainCustomers />;
}

function PlainCustomers() {
  const t = useText();
  const navigate = useNavigate();
  const platform = useMe().session.user.adminType !== null;
  const actFor = rowAction<Row>('actFor', {
    icon: IconSwitchHorizontal,
    shown: (row) => platform || row.relation?.contractStatus === 'Active',
    async run(row) {
      await selectCustomer(row.id, reloadSession);
      await navigate(shellAddresses.main);
    },
  });
  return (
    <ListPage
      of={{ list: api.company.list }}
      table="accounts_customers_list"
      title={t('pages.customers-list')}
      {...(platform ? { fixed: { type: 'Customer' } } : { query: { side: 'client' } })}
      empty="customer"
      action={
        <Can access={mayCreate('Customer')}>
          <Button
            component={Link}
            to={`${addresses.create}?type=Customer`}
            leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          >
            {t('companies.createCustomer')}
          </Button>
        </Can>
      }
      columns={[
        link('name', '/core/companies/profile/{id}'),
        cell('type', TypeName),
        ...(platform
          ? [cell('status', ContractChip, { width: 1 })]
          : [
              {
                field: 'clientContract',
                width: 1 as const,
                render: (row: Row) => <ContractChip value={row.relation?.contractStatus} />,
                text: (row: Row) => row.relation?.contractStatus,
              },
              {
                field: 'period',
                render: (row: Row) => <Period row={row} />,
                text: (row: Row) => `${row.relation?.contractFrom ?? ''} ${row.relation?.contractTo ?? ''}`,
              },
            ]),
        code('email'),
        ago('createdAt', { width: 1 }),
      ]}
      rowActions={[actFor, loginAsOwnerAction]}
      exports
    />
  );
}
