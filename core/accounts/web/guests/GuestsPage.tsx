import { IconMail } from '@tabler/icons-react';
import { type ComponentType, useCallback, useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { notify } from '#platform/web/client/notices.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Guest, GuestSubject, guestRoutes } from '../../common/guest.ts';
import { useText } from '../text.ts';
import { GuestPanel } from './GuestPanel.tsx';

type Routes = { guest: ReturnType<typeof guestRoutes> };
export type GuestCalls = Client<Routes>['guest'];
const calls = mountedCalls<Routes>('guest');

/** The input of an app for the records that a guest is there for. */
export type SubjectsInput = ComponentType<{ value: GuestSubject[]; onChange(value: GuestSubject[]): void }>;
type Props = {
  Subjects?: SubjectsInput;
  /** Further columns of the app, such as the records that a guest is there for. */
  columns?: readonly Column<Guest>[];
};

const { ago, cell, code, date } = columnsFor<Guest>();

function State({ row }: { value: unknown; row: Guest }) {
  const t = useText();
  if (row.invited) return <ToneChip tone="ok">{t('staff.invited')}</ToneChip>;
  if (row.expiresAt && Date.parse(row.expiresAt) <= Date.now())
    return <ToneChip tone="poor">{t('staff.expired')}</ToneChip>;
  return <StatusChip value={row.status} namespace="accounts" />;
}

/** The guests of the current page's app, who can be invited, changed and ended. */
export function GuestsPage(props: Props) {
  const app = usePageHandle()?.app;
  if (!app) throw new Error('The page of guests is in an app that mounts it');
  return <Guests app={app} {...props} />;
}

const nameOf = ({ firstName, lastName }: Guest) => `${firstName} ${lastName}`;
const filters = [{ field: 'status', kind: 'select', options: ['active', 'inactive', 'suspended'] }] as const;
const noColumns: readonly Column<Guest>[] = [];

function Guests({ app, Subjects, columns = noColumns }: Props & { app: AppManifest }) {
  const t = useText();
  const { label } = useLabels(app.id);
  const roleOf = useCallback(({ guestRole }: Guest) => label(`guestRoles.${guestRole}`), [label]);
  const { guest } = calls.of(app);
  const { ask } = useAction(guest.invite);
  const actions = useMemo(
    () => [
      rowAction<Guest>('inviteAgain', {
        icon: IconMail,
        access: guest.invite.route.access,
        shown: ({ invited }) => invited,
        run: (row) =>
          ask({ params: { id: row.id }, silent: 'success' }).then(() =>
            notify({ kind: 'success', message: t('staff.linkMailed', { email: row.email }) }),
          ),
      }),
    ],
    [guest, ask, t],
  );
  const { add, rowActions, bulkActions, panel } = useRowPanel<Guest>(guest, {
    namespace: 'accounts',
    addLabel: t('guests.add'),
    actions,
    form: (before, close) => (
      <GuestPanel app={app} calls={guest} guest={before ?? null} onClose={close} {...(Subjects ? { Subjects } : {})} />
    ),
  });
  const shown = useMemo(
    (): Column<Guest>[] => [
      { field: 'firstName', width: 2, render: nameOf, text: nameOf },
      code('email'),
      { field: 'guestRole', width: 1, render: roleOf, text: roleOf },
      ...columns,
      cell('status', State, { width: 1 }),
      date('expiresAt', { hidden: true }),
      ago('lastLoginAt', { width: 1 }),
    ],
    [columns, roleOf],
  );
  return (
    <>
      <ListPage
        of={guest}
        columns={shown}
        filters={filters}
        rowActions={rowActions}
        bulkActions={bulkActions}
        namespace="accounts"
        action={add}
        empty="guests"
        emptyAction={add}
        exports
      />
      {panel}
    </>
  );
}
