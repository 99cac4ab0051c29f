import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { panel as entity } from '../../common/panel/panel.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { TenantForm } from './TenantForm.tsx';
import { useAssignmentActions } from './use-assignment-actions.ts';
import { useAssignmentColumns } from './use-assignment-columns.tsx';

const live = { topics: ['panel-assignments'] };

/** The companies that have rented what a zone secures, from when to when. */
export function TenantsOfZone({ id, panelId, siteId }: { id: number; panelId: number; siteId: number | null }) {
  const t = useText();
  const reads = usePermitted(api.assignment.list.route.access);
  const fixed = useMemo(() => ({ panelId: String(panelId), zoneId: String(id), role: 'tenant' }), [panelId, id]);
  const columns = useAssignmentColumns('company', { panels: false });
  const actions = useAssignmentActions();
  const [offers, setOffers] = useState(false);
  if (!reads) return null;
  return (
    <Panel
      title={t('assignments.tenants')}
      aside={
        <Can access={entity.can('assign')} on={{ resource: siteId }}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconUserPlus size={iconSizes.sm} aria-hidden />}
            onClick={() => setOffers(true)}
          >
            {t('assignments.offerTenant')}
          </Button>
        </Can>
      }
    >
      <ListView
        of={api.assignment}
        table="defcon_assignment_zone"
        fixed={fixed}
        columns={columns}
        rowActions={actions}
        view="auto"
        live={live}
        empty="ofZone"
      />
      {offers && <TenantForm panelId={panelId} zoneIds={[id]} onClose={() => setOffers(false)} />}
    </Panel>
  );
}
