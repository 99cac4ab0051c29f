import { Text } from '@mantine/core';
import { formatList, useFormats } from '#platform/web/i18n/formats.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { Assignment, AssignmentState } from '../../common/assignments/assignment.ts';
import { panelAddress } from '../addresses.ts';
import { useZoneName } from '../panel/names.ts';
import { useText } from '../texts.ts';

const { date, ago } = columnsFor<Assignment>();
const tones: Record<AssignmentState, Tone> = {
  pending: 'poor',
  accepted: 'good',
  rejected: 'problem',
  withdrawn: 'none',
  ended: 'none',
};

/** The columns of lists of assignments. `of` names the other company; null where the panel is known. */
export function useAssignmentColumns(of: 'company' | 'owner', { panels }: { panels: boolean }): Column<Assignment>[] {
  const t = useText();
  const zoneName = useZoneName();
  const { date: shown } = useFormats();
  const what = ({ role, zones }: Assignment) =>
    role === 'monitoring' || zones.length === 0 ? t('assignments.wholePanel') : formatList(zones.map(zoneName));
  const ofPanels: Column<Assignment>[] = [
    {
      field: 'panel.name',
      name: 'panel',
      width: 2,
      sortable: false,
      // A tenant and a company that is still asked do not see the panel itself.
      to: (row: Assignment) =>
        row.side === 'owner' || (row.inForce && row.role === 'monitoring') ? panelAddress(row.panel.id) : undefined,
    },
    {
      field: 'site',
      width: 2,
      sortable: false,
      render: ({ site }: Assignment) => <Bdi>{site ?? '–'}</Bdi>,
      text: ({ site }: Assignment) => site,
    },
  ];
  const other: Column<Assignment> =
    of === 'company'
      ? { field: 'company.name', name: 'receiver', width: 2, sortable: false }
      : { field: 'owner.name', name: 'owner', width: 2, sortable: false };
  return [
    ...(panels ? ofPanels : []),
    other,
    {
      field: 'role',
      width: 1,
      sortable: false,
      render: ({ role }) => t(`values.role.${role}`),
      text: ({ role }) => t(`values.role.${role}`),
    },
    {
      field: 'zones',
      width: 2,
      sortable: false,
      render: (row) => (
        <Text span inherit truncate>
          <bdi>{what(row)}</bdi>
        </Text>
      ),
      text: what,
    },
    {
      field: 'state',
      width: 1,
      sortable: false,
      render: ({ state }) => <StatusChip value={state} field="state" tones={tones} />,
      text: ({ state }) => t(`values.state.${state}`),
    },
    date('fromAt', { width: 1 }),
    {
      field: 'untilAt',
      width: 1,
      render: ({ untilAt }) => (untilAt ? <Bdi>{shown(untilAt, 'date')}</Bdi> : '–'),
      text: ({ untilAt }) => untilAt,
    },
    ago('createdAt', { width: 1, hidden: true }),
    { field: 'comment', width: 2, sortable: false, hidden: true },
  ];
}
