import { useMemo } from 'react';
import { DeviceLink } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import type { RevocationRow } from '../../common/revocation.ts';
import { revocationsAddress } from '../addresses.ts';
import { RevocationChip } from '../chips.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

const { ago } = columnsFor<RevocationRow>();
const live = { topics: ['access'] };

export const stateOfRevocation = ({ undoneAt, locks, confirmed }: RevocationRow) =>
  undoneAt ? 'undone' : confirmed === locks ? 'proven' : 'pending';

/** The people who lost all access, and whether their codes are gone from the locks. */
export function RevocationsPage() {
  const t = useText();
  const { app, calls } = useAccess();
  const { number } = useFormats();
  const columns = useMemo<Column<RevocationRow>[]>(
    () => [
      {
        field: 'holder.name',
        name: 'holder',
        width: 2,
        sortable: false,
        to: (row) => revocationsAddress(app, row.id),
        render: (row) => (
          <DeviceLink name={row.holder.name || t('lock.unnamed')} to={revocationsAddress(app, row.id)} />
        ),
        text: (row) => row.holder.name,
      },
      {
        field: 'reason',
        width: 1,
        sortable: false,
        render: (row) => t(`values.endReason.${row.reason}`),
        text: (row) => t(`values.endReason.${row.reason}`),
      },
      {
        field: 'state',
        width: 1,
        sortable: false,
        render: (row) => <RevocationChip value={stateOfRevocation(row)} />,
        text: (row) => t(`values.revocation.${stateOfRevocation(row)}`),
      },
      {
        field: 'locks',
        width: 1,
        sortable: false,
        render: (row) => t('revocation.ofLocks', { confirmed: number(row.confirmed), all: number(row.locks) }),
        text: (row) => `${row.confirmed} / ${row.locks}`,
      },
      {
        field: 'by',
        name: 'endedBy',
        width: 1,
        sortable: false,
        render: (row) => <bdi>{row.by ?? t('revocation.byItself')}</bdi>,
        text: (row) => row.by,
      },
      { ...ago('at', { name: 'endedAt', width: 1, sortable: false }) },
    ],
    [app, number, t],
  );
  return (
    <ListPage
      of={{ list: calls.revocation.list }}
      namespace="access"
      table={`${app.id}_access_revocations`}
      columns={columns}
      empty="revocation"
      view="auto"
      exports
      live={live}
      tabs={useGroupTabs()}
    />
  );
}
