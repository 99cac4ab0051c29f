import { Button, Group } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ForCompany, siteColumn } from '#core/places/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { deleteRow } from '#platform/web/ui/list/rows/delete-row.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import type { ProvisioningKey } from '../common/provisioning.ts';
import { api } from './api.ts';
import { ClaimPanel } from './ClaimPanel.tsx';
import { ProvisioningKeyPanel } from './ProvisioningKeyPanel.tsx';
import { useText } from './texts.ts';

const { date, number, code } = columnsFor<ProvisioningKey>();

/** Ways to get many devices connected: keys with which they fetch their own secret, and claiming by the label. */
export function OnboardingPage() {
  return <ForCompany>{(companyId) => <Onboarding key={companyId} companyId={companyId} />}</ForCompany>;
}

function Onboarding({ companyId }: { companyId: number }) {
  const t = useText();
  const [opened, setOpened] = useState<'key' | 'claim' | null>(null);
  const fixed = useMemo(() => ({ companyId }), [companyId]);
  const columns = useColumns();
  const close = () => setOpened(null);
  return (
    <PageFrame
      fill
      action={
        <Group gap="xs">
          <Can access={api.claim.claim.route.access}>
            <Button variant="default" onClick={() => setOpened('claim')}>
              {t('claim.title')}
            </Button>
          </Can>
          <Can access={api.provisioning.create.route.access}>
            <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => setOpened('key')}>
              {t('provisioning.create')}
            </Button>
          </Can>
        </Group>
      }
    >
      <ListView
        of={api.provisioning}
        table="devices_provisioning_key"
        fixed={fixed}
        columns={columns}
        empty="provisioning"
        rowActions={rowActions}
      />
      {opened === 'key' && <ProvisioningKeyPanel companyId={companyId} onClose={close} />}
      {opened === 'claim' && <ClaimPanel onClose={close} />}
    </PageFrame>
  );
}

const rowActions = [{ ...deleteRow, icon: IconTrash, access: api.provisioning.remove.route.access }];

function useColumns(): Column<ProvisioningKey>[] {
  const { language } = useFormats();
  return useMemo(
    () => [
      { field: 'name', width: 2 },
      {
        field: 'hardware',
        width: 1,
        render: (row) => <bdi>{row.hardware.name[language]}</bdi>,
        text: (row) => row.hardware.name[language],
      },
      { field: 'strategy', width: 1 },
      code('key', { width: 1 }),
      siteColumn,
      number('used'),
      number('most'),
      date('expiresAt', { width: 1 }),
    ],
    [language],
  );
}
