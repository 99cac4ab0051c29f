import { useSearchParams } from 'react-router';
import { useMe } from '#platform/web/session/hooks.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { assignmentRoles, assignmentStates } from '../../common/assignments/assignment.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { useAssignmentActions } from './use-assignment-actions.ts';
import { useAssignmentColumns } from './use-assignment-columns.tsx';

const live = { topics: ['panel-assignments'] };
const filters: FiltersOf<typeof api.assignment.list> = [
  { field: 'state', kind: 'select', options: assignmentStates },
  { field: 'role', kind: 'select', options: assignmentRoles },
];
const tabs = ['received', 'sent'] as const;
const sides = { received: { side: 'receiver' }, sent: { side: 'owner' } };

/** The panels and zones that other companies have handed to this one, and those that it has handed to others. */
export function AssignmentsPage() {
  const t = useText();
  const { session } = useMe();
  const [params, setParams] = useSearchParams();
  const usual = session.user.companyType === 'Security Company' ? 'received' : 'sent';
  const tab = tabs.find((one) => one === params.get('of')) ?? usual;
  return (
    <ListPage
      key={tab}
      of={api.assignment}
      fixed={sides[tab]}
      columns={useAssignmentColumns(tab === 'received' ? 'owner' : 'company', { panels: true })}
      filters={filters}
      tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      tab={tab}
      onTab={(value) => setParams({ of: value })}
      rowActions={useAssignmentActions()}
      view="auto"
      exports
      live={live}
      empty={tab === 'received' ? 'received' : 'sent'}
    />
  );
}
