import { Select } from '@mantine/core';
import { useData } from '#platform/web/client/hooks.ts';
import type { DeviceRequest } from '../common/device-request.ts';
import { api, useText } from './api.ts';
import { useRequestChange } from './use-request-change.ts';

/** The person of the integrator who handles a request. */
export function AssignField({ request: { uuid, assignee } }: { request: DeviceRequest }) {
  const t = useText();
  const people = useData(api.deviceRequest.assignees, { params: { uuid } }, { silent: true });
  const change = useRequestChange(uuid);
  const known = people.data ?? (assignee ? [assignee] : []);
  return (
    <Select
      aria-label={t('columns.assignee')}
      placeholder={t('unassigned')}
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={assignee ? String(assignee.id) : null}
      onChange={(id) => change.run({ action: 'assign', assigneeId: id === null ? null : Number(id) })}
      disabled={change.pending}
      clearable
      clearButtonProps={{ 'aria-label': t('unassigned') }}
    />
  );
}
