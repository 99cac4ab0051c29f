import { Anchor } from '@mantine/core';
import {
  IconDeviceMobileOff,
  IconKey,
  IconMail,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserDown,
  IconUserOff,
  IconUserPause,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { roles } from '#platform/common/company-kinds.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type RowAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { StaffMember } from '../../../common/staff.ts';
import { api } from '../../api.ts';
import { useText } from '../../text.ts';
import { LeavingDialog } from './LeavingDialog.tsx';
import { ResetSecondFactor } from './ResetSecondFactor.tsx';
import { StaffPanel } from './StaffPanel.tsx';

const { ago, cell, code, date, link } = columnsFor<StaffMember>();

const may = (action: string) => canDo('company.user', action);
const fullName = (row: StaffMember) => `${row.firstName} ${row.lastName}`;

function State({ row }: { value: unknown; row: StaffMember }) {
  const t = useText();
  if (row.invited) return <ToneChip tone="ok">{t('staff.invited')}</ToneChip>;
  if (row.expiresAt && Date.parse(row.expiresAt) <= Date.now())
    return <ToneChip tone="poor">{t('staff.expired')}</ToneChip>;
  return <StatusChip value={row.status} namespace="accounts" />;
}

type Stopped = { row: StaffMember; status: 'suspended' | 'inactive' };
/** The dialog that is open, and its person. */
type Opened =
  | { dialog: 'edit' | 'resetSecondFactor' | 'delete'; row: StaffMember }
  | ({ dialog: 'stop' } & Stopped)
  | null;

/** The actions on a person of the company; `open` shows a dialog that asks first. */
function useStaffActions(companyId: number, open: (next: Opened) => void): RowAction<StaffMember>[] {
  const t = useText();
  const me = useMe();
  const update = useAction(api.staff.update);
  const unassign = useAction(api.staff.unassign);
  const invite = useAction(api.signUp.resetFor);
  const ownPeople = me.session.user.adminType === 'Super Admin' || me.session.user.companyId === companyId;
  const isOther = (row: StaffMember) => row.id !== me.user.id;
  const isIn = (status: StaffMember['status']) => (row: StaffMember) =>
    isOther(row) && !row.invited && row.status === status;
  const mailLink = (row: StaffMember) =>
    invite
      .ask({ params: { id: row.id }, silent: 'success' })
      .then(() => notify({ kind: 'success', message: t('staff.linkMailed', { email: row.email }) }));
  const letIn = (row: StaffMember) =>
    update.ask({ params: { id: companyId, userId: row.id }, body: { status: 'active' }, silent: 'success' });
  const opens = (next: (row: StaffMember) => Opened) => (row: StaffMember) => {
    open(next(row));
    return undefined;
  };
  const action = rowAction<StaffMember>;
  const mails = { access: canDo('user.password', 'change'), run: mailLink };
  const changes = { access: may('update') };
  return [
    action('edit', { icon: IconPencil, ...changes, run: opens((row) => ({ dialog: 'edit', row })) }),
    action('inviteAgain', { icon: IconMail, ...mails, shown: (row) => row.invited }),
    action('resetPassword', { icon: IconKey, ...mails, shown: isIn('active') }),
    action('activate', { icon: IconUserCheck, ...changes, updates: true, shown: isIn('inactive'), run: letIn }),
    action('unsuspend', { icon: IconUserCheck, ...changes, updates: true, shown: isIn('suspended'), run: letIn }),
    action('suspend', {
      icon: IconUserPause,
      ...changes,
      shown: isIn('active'),
      run: opens((row) => ({ dialog: 'stop', row, status: 'suspended' })),
    }),
    action('deactivate', {
      icon: IconUserOff,
      ...changes,
      shown: isIn('active'),
      run: opens((row) => ({ dialog: 'stop', row, status: 'inactive' })),
    }),
    action('unassign', {
      icon: IconUserDown,
      access: canDo('company.user', 'assign-role'),
      updates: true,
      shown: (row) => isOther(row) && row.role !== 'Viewer',
      run: (row) => unassign.ask({ params: { id: companyId, userId: row.id }, silent: 'success' }),
    }),
    action('resetSecondFactor', {
      icon: IconDeviceMobileOff,
      access: api.security.resetTfa.route.access,
      shown: (row) => isOther(row) && !row.invited && row.secondFactor && ownPeople,
      run: opens((row) => ({ dialog: 'resetSecondFactor', row })),
    }),
  ];
}

const columns = [
  link('firstName', '/core/users/profile/{id}', {
    text: fullName,
    render: (row) => (
      <Anchor component={Link} to={shellAddresses.profile(row.id)} fw={550} inherit tabIndex={-1}>
        <bdi>{fullName(row)}</bdi>
      </Anchor>
    ),
  }),
  code('email'),
  { field: 'role', width: 1 } as const,
  cell('status', State, { width: 1 }),
  date('expiresAt', { hidden: true }),
  ago('lastLoginAt', { width: 1 }),
];
const filters: FiltersOf<typeof api.staff.list> = [
  { field: 'role', kind: 'select', options: roles },
  { field: 'status', kind: 'select', options: ['active', 'inactive', 'suspended'] },
];

/** The people of a company, who can be invited, given roles, suspended and reinstated. */
export function StaffTab({ companyId, adding, onAdded }: { companyId: number; adding: boolean; onAdded(): void }) {
  const me = useMe();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const history = useRowHistory<StaffMember>(
    api.staff.history,
    ({ id }) => ({ id: companyId, userId: id }),
    'accounts',
  );
  const actions = useStaffActions(companyId, setOpened);
  const removal = rowAction<StaffMember>('delete', {
    icon: IconTrash,
    danger: true,
    access: may('delete'),
    shown: (row) => row.id !== me.user.id,
    run: (row) => {
      setOpened({ dialog: 'delete', row });
      return undefined;
    },
  });
  return (
    <>
      <ListView
        of={{ list: api.staff.list }}
        params={{ id: companyId }}
        columns={columns}
        filters={filters}
        empty="staff"
        rowActions={[...actions, history.action, removal]}
        exports
      />
      {(opened?.dialog === 'edit' || adding) && (
        <StaffPanel
          companyId={companyId}
          person={opened?.dialog === 'edit' ? opened.row : null}
          onClose={() => {
            close();
            onAdded();
          }}
        />
      )}
      {history.drawer}
      {opened?.dialog === 'stop' && <StopDialog companyId={companyId} {...opened} onClose={close} />}
      {opened?.dialog === 'resetSecondFactor' && <ResetSecondFactor person={opened.row} onClose={close} />}
      {opened?.dialog === 'delete' && <RemovalDialog companyId={companyId} row={opened.row} onClose={close} />}
    </>
  );
}

type DialogProps = { companyId: number; row: StaffMember; onClose(): void };

function StopDialog({ companyId, row, status, onClose }: DialogProps & Stopped) {
  const t = useText();
  const [left, setLeft] = useState(false);
  const update = useAction(api.staff.update, { onDone: () => setLeft(true), onError: onClose });
  return (
    <LeavingDialog
      person={{ id: row.id, name: fullName(row) }}
      title={t(`staff.stop.${status}`)}
      message={t('staff.stop.text')}
      confirmLabel={t(status === 'suspended' ? 'actions.suspend' : 'actions.deactivate')}
      left={left}
      pending={update.pending}
      onLeave={() => update.run({ params: { id: companyId, userId: row.id }, body: { status } })}
      onClose={onClose}
    />
  );
}

function RemovalDialog({ companyId, row, onClose }: DialogProps) {
  const t = useText();
  const [left, setLeft] = useState(false);
  const remove = useAction(api.staff.remove, { onDone: () => setLeft(true), onError: onClose });
  return (
    <LeavingDialog
      person={{ id: row.id, name: fullName(row) }}
      title={t('staff.deleteTitle')}
      message={t('staff.deleteText')}
      left={left}
      pending={remove.pending}
      onLeave={() => remove.run({ params: { id: companyId, userId: row.id } })}
      onClose={onClose}
    />
  );
}
