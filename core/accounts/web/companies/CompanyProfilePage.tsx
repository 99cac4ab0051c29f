import { Button, Group } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { canDo } from '#platform/common/permission-key.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Logo } from '#platform/web/ui/images/Logo.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { type CompanyProfile, company } from '../../common/company.ts';
import { api } from '../api.ts';
import { NewRequest } from '../relations/NewRequest.tsx';
import { RequestList } from '../relations/RequestList.tsx';
import { useText } from '../text.ts';
import { AppsTab } from './AppsTab.tsx';
import { CompanyHistory } from './CompanyHistory.tsx';
import { CompanyOverview } from './CompanyOverview.tsx';
import { ContractChip } from './company-cells.tsx';
import { logoOf } from './logo-of.ts';
import { addresses, useOwnCompany } from './own-company.ts';
import { PackagesTab } from './PackagesTab.tsx';
import { StaffActions } from './staff/StaffActions.tsx';
import { StaffTab } from './staff/StaffTab.tsx';

const tabs = ['overview', 'staff', 'relations', 'apps', 'packages'] as const;
type Tab = (typeof tabs)[number];

/** A company: its facts, and for its own people and providers also staff, relations, apps and packages. */
export function CompanyProfilePage() {
  const t = useText();
  const id = Number(useParams().companyId);
  const [search, setSearch] = useSearchParams();
  const found = useData(api.company.get, { params: { id } }, { silent: true });
  const may: Record<Tab, boolean> = {
    overview: true,
    staff: usePermitted(canDo('company.user', 'read')),
    relations: usePermitted(canDo('company.request', 'read')),
    apps: true,
    packages: usePermitted(canDo('company.com-package', 'read')),
  };
  const shown = tabs.filter((one) => may[one] && (one === 'overview' || found.data?.managed));
  const tab = shown.find((one) => one === search.get('tab')) ?? 'overview';
  const { data } = found;
  const own = useOwnCompany() === id;
  const [adding, setAdding] = useState(false);
  return (
    <PageFrame
      title={data?.name ?? t('pages.companies-profile-companyId')}
      fill={tab === 'staff' || tab === 'relations'}
      parents={[{ label: t('pages.companies-list'), to: addresses.list }]}
      badge={
        data && (
          <Group gap="xs">
            {data.logoId && <Logo name={data.name} logo={logoOf(data)} size="sm" />}
            <ContractChip value={data.status} />
          </Group>
        )
      }
      action={data?.managed && <Action company={data} tab={tab} own={own} onAdd={() => setAdding(true)} />}
      {...(shown.length > 1
        ? {
            tabs: shown.map((value) => ({ value, label: t(`companies.tabs.${value}`) })),
            tab,
            onTab: (value: string) => setSearch(value === 'overview' ? {} : { tab: value }, { replace: true }),
          }
        : {})}
    >
      {!data ? (
        <QueryBoundary of={found} />
      ) : tab === 'staff' ? (
        <StaffTab companyId={id} adding={adding} onAdded={() => setAdding(false)} />
      ) : tab === 'relations' ? (
        <>
          <RequestList companyId={id} />
          {adding && <NewRequest companyId={id} onClose={() => setAdding(false)} />}
        </>
      ) : tab === 'apps' ? (
        <AppsTab company={data} />
      ) : tab === 'packages' ? (
        <PackagesTab companyId={id} />
      ) : (
        <CompanyOverview company={data} />
      )}
    </PageFrame>
  );
}

/** The main action of each tab. */
function Action({ company: one, tab, own, onAdd }: { company: CompanyProfile; tab: Tab; own: boolean; onAdd(): void }) {
  const t = useText();
  if (tab === 'staff') return <StaffActions companyId={one.id} onAdd={onAdd} />;
  if (tab === 'relations')
    return (
      own && (
        <Can access={canDo('company.request', 'create')}>
          <Button onClick={onAdd} leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}>
            {t('requests.new')}
          </Button>
        </Can>
      )
    );
  return (
    <Group gap="xs">
      <Suspense>
        <CompanyHistory company={one} />
      </Suspense>
      <Can access={company.can('update')}>
        <Button component={Link} to="edit" leftSection={<IconPencil size={iconSizes.sm} aria-hidden />}>
          {t('companies.edit')}
        </Button>
      </Can>
    </Group>
  );
}
