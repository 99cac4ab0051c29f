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
import { shellAddresses } from '#platform/web/shell/addresses.ts';
import { ConfirmDialog } from '#platform/web/ui/ConfirmDialog.tsx';
import { useRowHistory } from '#platform/web/ui/History.tsx';
import { columnsFor } from '#platform/web/ui/list/columns.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { StatusChip, ToneChip } from '#platform/web/ui/StatusChip.tsx';
import type { StaffMember } from '../../common/staff.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
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

/** The people of a company: invited, given roles, stopped and let in again. */
export function StaffTab({ companyId, adding, onAdded }: { companyId: number; adding: boolean; onAdded(): void }) {
  const t = useText();
  const me = useMe();
  const [edited, setEdited] = useState<StaffMember | null>(null);
  const history = useRowHistory<StaffMember>(
    api.staff.history,
    ({ id }) => ({ id: companyId, userId: id }),
    'accounts',
  );
  const [stopped, setStopped] = useState<{ row: StaffMember; status: 'suspended' | 'inactive' } | null>(null);
  const [locked, setLocked] = useState<StaffMember | null>(null);
  const ownPeople = me.session.user.adminType === 'Super Admin' || me.session.user.companyId === companyId;
  const [removed, setRemoved] = useState<StaffMember | null>(null);
  const update = useAction(api.staff.update, { onDone: () => setStopped(null), onError: () => setStopped(null) });
  const unassign = useAction(api.staff.unassign);
  const invite = useAction(api.signUp.resetFor);
  const mailLink = (row: StaffMember) =>
    invite
      .ask({ params: { id: row.id }, silent: 'success' })
      .then(() => notify({ kind: 'success', message: t('staff.linkMailed', { email: row.email }) }));
  const remove = useAction(api.staff.remove, { onDone: () => setRemoved(null), onError: () => setRemoved(null) });
  const letIn = (row: StaffMember) =>
    update.ask({ params: { id: companyId, userId: row.id }, body: { status: 'active' }, silent: 'success' });
  const others = (row: StaffMember) => row.id !== me.user.id && !row.invited;
  const opens = (show: (row: StaffMember) => void) => (row: StaffMember) => {
    show(row);
    return undefined;
  };
  const actions = [
    rowAction<StaffMember>('edit', { icon: IconPencil, access: may('update'), run: opens(setEdited) }),
    rowAction<StaffMember>('inviteAgain', {
      icon: IconMail,
      access: canDo('user.password', 'change'),
      shown: (row) => row.invited,
      run: mailLink,
    }),
    rowAction<StaffMember>('resetPassword', {
      icon: IconKey,
      access: canDo('user.password', 'change'),
      shown: (row) => others(row) && row.status === 'active',
      run: mailLink,
    }),
    rowAction<StaffMember>('activate', {
      icon: IconUserCheck,
      access: may('update'),
      updates: true,
      shown: (row) => others(row) && row.status === 'inactive',
      run: letIn,
    }),
    rowAction<StaffMember>('unsuspend', {
      icon: IconUserCheck,
      access: may('update'),
      updates: true,
      shown: (row) => others(row) && row.status === 'suspended',
      run: letIn,
    }),
    rowAction<StaffMember>('suspend', {
      icon: IconUserPause,
      access: may('update'),
      shown: (row) => others(row) && row.status === 'active',
      run: opens((row) => setStopped({ row, status: 'suspended' })),
    }),
    rowAction<StaffMember>('deactivate', {
      icon: IconUserOff,
      access: may('update'),
      shown: (row) => others(row) && row.status === 'active',
      run: opens((row) => setStopped({ row, status: 'inactive' })),
    }),
    rowAction<StaffMember>('unassign', {
      icon: IconUserDown,
      access: canDo('company.user', 'assign-role'),
      updates: true,
      shown: (row) => row.id !== me.user.id && row.role !== 'Viewer',
      run: (row) => unassign.ask({ params: { id: companyId, userId: row.id }, silent: 'success' }),
    }),
    rowAction<StaffMember>('resetSecondFactor', {
      icon: IconDeviceMobileOff,
      access: api.security.resetTfa.route.access,
      shown: (row) => others(row) && row.secondFactor && ownPeople,
      run: opens(setLocked),
    }),
    history.action,
    rowAction<StaffMember>('delete', {
      icon: IconTrash,
      danger: true,
      access: may('delete'),
      shown: (row) => row.id !== me.user.id,
      run: opens(setRemoved),
    }),
  ];
  return (
    <>
      <ListView
        of={{ list: api.staff.list }}
        params={{ id: companyId }}
        columns={[
          link('firstName', '/core/users/profile/{id}', {
            text: fullName,
            render: (row) => (
              <Anchor component={Link} to={shellAddresses.profile(row.id)} fw={550} inherit tabIndex={-1}>
                <bdi>{fullName(row)}</bdi>
              </Anchor>
            ),
          }),
          code('email'),
          { field: 'role', width: 1 },
          cell('status', State, { width: 1 }),
          date('expiresAt', { hidden: true }),
          ago('lastLoginAt', { width: 1 }),
        ]}
        filters={[
          { field: 'role', kind: 'select', options: roles },
          { field: 'status', kind: 'select', options: ['active', 'inactive', 'suspended'] },
        ]}
        rowActions={actions}
        exports
      />
      {(edited || adding) && (
        <StaffPanel
          companyId={companyId}
          person={edited}
          onClose={() => {
            setEdited(null);
            onAdded();
          }}
        />
      )}
      {history.drawer}
      {stopped && (
        <ConfirmDialog
          opened
          title={t(`staff.stop.${stopped.status}`)}
          message={t('staff.stop.text')}
          entityName={fullName(stopped.row)}
          confirmLabel={t(stopped.status === 'suspended' ? 'actions.suspend' : 'actions.deactivate')}
          pending={update.pending}
          onConfirm={() =>
            update.run({ params: { id: companyId, userId: stopped.row.id }, body: { status: stopped.status } })
          }
          onCancel={() => setStopped(null)}
        />
      )}
      {locked && <ResetSecondFactor person={locked} onClose={() => setLocked(null)} />}
      {removed && (
        <ConfirmDialog
          opened
          title={t('staff.deleteTitle')}
          message={t('staff.deleteText')}
          entityName={fullName(removed)}
          pending={remove.pending}
          onConfirm={() => remove.run({ params: { id: companyId, userId: removed.id } })}
          onCancel={() => setRemoved(null)}
        />
      )}
    </>
  );
}
