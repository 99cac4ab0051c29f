import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconUserShield } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AccessRule } from '#platform/common/access.ts';
import { adminTypes, companyTypes, providerTypes } from '#platform/common/company-kinds.ts';
import { canDo } from '#platform/common/permission-key.ts';
import type { ReplyOf } from '#platform/common/route.ts';
import type { RouteOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { company } from '../../common/company.ts';
import { mayCreateSome } from '../../common/company-kinds.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { ContractChip, RelationCell, TypeName } from './company-cells.tsx';
import { addresses } from './own-company.ts';
import { useCompanyTabs } from './use-company-tabs.ts';

type Row = ReplyOf<RouteOf<typeof api.company.list>>;
const { ago, cell, code, link } = columnsFor<Row>();

const edit = rowAction<Row>('edit', {
  icon: IconPencil,
  access: company.can('update'),
  shown: (row) => row.relation?.side !== 'provider',
  to: (row) => addresses.edit(row.id),
});
/** A company that serves no others cannot create companies, but request providers. */
const serving: AccessRule = { or: [{ companyTypes: providerTypes }, { adminTypes }] };
export const loginAsOwnerAction = rowAction<Row>('loginAsOwner', {
  icon: IconUserShield,
  access: canDo('company.owner', 'login-as'),
  shown: (row) => row.relation?.side !== 'provider',
  to: (row) => addresses.owner(row.id),
});

/** The companies that the person may see: all, or their own with its clients and providers. */
export function CompaniesPage() {
  const t = useText();
  const kit = useKitText();
  const { session } = useMe();
  const tabs = useCompanyTabs();
  const kinds = useData(api.company.relatedTypes);
  return (
    <ListPage
      of={{ list: api.company.list }}
      tabs={tabs}
      action={
        <Can access={{ and: [mayCreateSome(companyTypes), serving] }}>
          <Button component={Link} to={addresses.create} leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}>
            {t('companies.create')}
          </Button>
        </Can>
      }
      columns={[
        link('name', '/core/companies/profile/{id}'),
        cell('type', TypeName),
        cell('status', ContractChip, { width: 1 }),
        ...(session.user.companyId === null
          ? []
          : [cell('relation', RelationCell, { text: (row) => row.relation?.side })]),
        code('email'),
        ago('createdAt', { width: 1 }),
      ]}
      filters={[
        {
          field: 'type',
          kind: 'select',
          options: (kinds.data ?? []).map((type) => ({ value: type, label: kit(`companyTypes.${type}`) })),
        },
        {
          field: 'status',
          kind: 'select',
          options: ['Active', 'Inactive'].map((value) => ({
            value,
            label: t(`values.contractStatus.${value as 'Active'}`),
          })),
        },
      ]}
      empty="company"
      rowActions={[edit, loginAsOwnerAction]}
      exports
    />
  );
}
