import { Button, Group } from '@mantine/core';
import { IconBan, IconCalendarOff, IconCalendarPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { bayRanges } from '../../common/plan/bay-ranges.ts';
import { reservation, reservationKinds, type ShownReservation } from '../../common/reservation.ts';
import { api, type useText as TextHook, useText } from '../api.ts';
import { CloseForm } from './CloseForm.tsx';
import { ReserveForm } from './ReserveForm.tsx';

const { date } = columnsFor<ShownReservation>();
const filters: FiltersOf<typeof api.reservation.list> = [{ field: 'kind', kind: 'select', options: reservationKinds }];

/** What is closed or kept, in words. */
function what({ kind, group, bays }: ShownReservation, t: ReturnType<typeof TextHook>): string {
  if (kind === 'closed') return group?.name ?? t('reservation.wholePark');
  return t('reservation.bays', { count: bays.length, numbers: bayRanges(bays) });
}

type Open = 'close' | 'reserve' | ShownReservation;

/** The present and coming reservations of a car park. */
export function ReservationsTab({ location }: { location: { id: number; name: string } }) {
  const t = useText();
  const fixed = useMemo(() => ({ locationId: location.id }), [location.id]);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const columns = useMemo(
    () =>
      [
        'kind',
        {
          field: 'bays',
          width: 2,
          sortable: false,
          render: (row: ShownReservation) => <bdi>{what(row, t)}</bdi>,
          text: (row: ShownReservation) => what(row, t),
        },
        { field: 'purpose', sortable: false },
        date('fromAt'),
        date('untilAt'),
        { field: 'by', hidden: true, sortable: false },
      ] as const,
    [t],
  );
  const actions = useMemo(
    () => [
      rowAction<ShownReservation>('end', {
        icon: IconBan,
        danger: true,
        access: reservation.can('delete'),
        run(row) {
          setOpen(row);
          return undefined;
        },
      }),
    ],
    [],
  );
  return (
    <>
      <Can access={reservation.can('create')}>
        <Group gap="sm">
          <Button leftSection={<IconCalendarPlus size={iconSizes.md} aria-hidden />} onClick={() => setOpen('reserve')}>
            {t('reserveBays')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarOff size={iconSizes.md} aria-hidden />}
            onClick={() => setOpen('close')}
          >
            {t('closeUntil')}
          </Button>
        </Group>
      </Can>
      <ListView
        of={{ list: api.reservation.list }}
        fixed={fixed}
        columns={columns}
        filters={filters}
        rowActions={actions}
        empty="reservation"
      />
      {open === 'close' && <CloseForm location={location} onClose={close} />}
      {open === 'reserve' && <ReserveForm locationId={location.id} onClose={close} />}
      {open !== null && typeof open === 'object' && <EndReservation of={open} onClose={close} />}
    </>
  );
}

/** Ends a reservation that has begun, or cancels one to come, after a confirmation. */
function EndReservation({ of, onClose }: { of: ShownReservation; onClose(): void }) {
  const t = useText();
  const end = useAction(api.reservation.end, { invalidates: [api.reservation.list], onDone: onClose });
  const label = t(Date.parse(of.fromAt) > Date.now() ? 'reservation.cancel' : 'reservation.endNow');
  return (
    <ConfirmDialog
      opened
      title={label}
      message={t('reservation.endText')}
      entityName={of.purpose ?? what(of, t)}
      confirmLabel={label}
      pending={end.pending}
      onConfirm={() => end.run({ params: { id: of.id } })}
      onCancel={onClose}
    />
  );
}
