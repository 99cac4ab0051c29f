import { Button } from '@mantine/core';
import {
  IconDeviceMobileOff,
  IconKey,
  IconMail,
  IconPencil,
  IconUserCheck,
  IconUserOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { adminTypes } from '#platform/common/company-kinds.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { PlatformAdministrator } from '../../common/platform-staff.ts';
import { api } from '../api.ts';
import { ResetSecondFactor } from '../companies/staff/ResetSecondFactor.tsx';
import { useText } from '../text.ts';
import { PlatformStaffPanel } from './PlatformStaffPanel.tsx';

const { ago, cell, code } = columnsFor<PlatformAdministrator>();

const fullName = (row: PlatformAdministrator) => `${row.firstName} ${row.lastName}`;

function State({ row }: { value: unknown; row: PlatformAdministrator }) {
  const t = useText();
  if (row.invited) return <ToneChip tone="ok">{t('staff.invited')}</ToneChip>;
  return <StatusChip value={row.status} namespace="accounts" />;
}

/** The people who run the platform, whom Super Admins invite, suspend and reinstate. */
export function PlatformStaffPage() {
  const t = useText();
  const kit = useKitText();
  const me = useMe();
  const [edited, setEdited] = useState<PlatformAdministrator | 'new' | null>(null);
  const history = useRowHistory<PlatformAdministrator>(
    api.platformStaff.history,
    ({ id }) => ({ userId: id }),
    'accounts',
  );
  const [locked, setLocked] = useState<PlatformAdministrator | null>(null);
  const update = useAction(api.platformStaff.update);
  const link = useAction(api.signUp.resetFor);
  const mailLink = (row: PlatformAdministrator) =>
    link
      .ask({ params: { id: row.id }, silent: 'success' })
      .then(() => notify({ kind: 'success', message: t('staff.linkMailed', { email: row.email }) }));
  const set = (status: PlatformAdministrator['status']) => (row: PlatformAdministrator) =>
    update.ask({ params: { userId: row.id }, body: { status } });
  const other = (row: PlatformAdministrator) => row.id !== me.user.id && !row.invited;
  const opens = (show: (row: PlatformAdministrator) => void) => (row: PlatformAdministrator) => {
    show(row);
    return undefined;
  };
  const actions = [
    rowAction<PlatformAdministrator>('edit', { icon: IconPencil, run: opens(setEdited) }),
    rowAction<PlatformAdministrator>('inviteAgain', { icon: IconMail, shown: (row) => row.invited, run: mailLink }),
    rowAction<PlatformAdministrator>('resetPassword', {
      icon: IconKey,
      shown: (row) => other(row) && row.status === 'active',
      run: mailLink,
    }),
    rowAction<PlatformAdministrator>('resetSecondFactor', {
      icon: IconDeviceMobileOff,
      shown: (row) => other(row) && row.secondFactor,
      run: opens(setLocked),
    }),
    rowAction<PlatformAdministrator>('activate', {
      icon: IconUserCheck,
      shown: (row) => other(row) && row.status !== 'active',
      run: set('active'),
    }),
    rowAction<PlatformAdministrator>('deactivate', {
      icon: IconUserOff,
      shown: (row) => other(row) && row.status === 'active',
      run: set('inactive'),
    }),
    history.action,
  ];
  return (
    <>
      <ListPage
        of={{ list: api.platformStaff.list }}
        empty="platformStaff"
        action={
          <Button onClick={() => setEdited('new')} leftSection={<IconUserPlus size={iconSizes.sm} aria-hidden />}>
            {t('platformStaff.add')}
          </Button>
        }
        columns={[
          { field: 'firstName', text: fullName, render: (row: PlatformAdministrator) => <bdi>{fullName(row)}</bdi> },
          code('email'),
          {
            field: 'adminType',
            width: 1,
            render: (row: PlatformAdministrator) => kit(`adminTypes.${row.adminType}`),
            text: (row: PlatformAdministrator) => kit(`adminTypes.${row.adminType}`),
          },
          cell('status', State, { width: 1 }),
          ago('lastLoginAt', { width: 1 }),
        ]}
        filters={[
          {
            field: 'adminType',
            kind: 'select',
            options: adminTypes.map((value) => ({ value, label: kit(`adminTypes.${value}`) })),
          },
          { field: 'status', kind: 'select', options: ['active', 'inactive', 'suspended'] },
        ]}
        rowActions={actions}
        exports
      />
      {edited && <PlatformStaffPanel person={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {history.drawer}
      {locked && <ResetSecondFactor person={locked} onClose={() => setLocked(null)} />}
    </>
  );
}
