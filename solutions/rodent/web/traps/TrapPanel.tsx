import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useList } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { TrapForm } from './TrapForm.tsx';
import { trapTones } from './tones.ts';

/** What is known of a trap beyond its device: its number, kind and zone, and whether it is armed. */
export function TrapPanel({ device }: { device: DeviceDetail }) {
  const t = useText();
  const mayChange = usePermitted(api.trap.update.route.access);
  const [editing, setEditing] = useState(false);
  const found = useList(api.trap.list, { limit: 1, total: false, filter: { id: String(device.id) } });
  const [trap] = found.rows;
  if (found.loading || found.error)
    return <QueryBoundary of={{ isError: found.error !== null, error: found.error, refetch: found.retry }} />;
  // It is in the inventory.
  if (!trap) return null;
  return (
    <>
      <Facts
        title={t('trap')}
        aside={
          mayChange && (
            <Button variant="default" size="xs" onClick={() => setEditing(true)}>
              {t('editTrap')}
            </Button>
          )
        }
        items={[
          [t('columns.number'), trap.number ?? '–'],
          [t('columns.state'), <StatusChip key="state" value={trap.state} field="trapState" tones={trapTones} />],
          [t('columns.since'), trap.since ? <Ago key="since" at={trap.since} /> : '–'],
          [t('columns.zone'), t(`values.zone.${trap.zone}`)],
          [t('columns.trapKind'), t(`values.trapKind.${trap.kind}`)],
          [t('columns.lure'), trap.lure ?? '–'],
          [t('columns.hits'), trap.hits],
          [t('columns.lastHitAt'), trap.lastHitAt ? <Ago key="last" at={trap.lastHitAt} /> : '–'],
        ]}
      />
      {editing && <TrapForm trap={trap} onClose={() => setEditing(false)} />}
    </>
  );
}
