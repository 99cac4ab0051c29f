import { useMemo } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { type ListPart as AnyListPart, nothingAdded } from '#platform/web/ui/list/added-to-list.ts';
import type { Column } from '#platform/web/ui/list/table/columns.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { TrapFacts } from '../../common/trap-routes.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { needsText, TrapNeeds } from './TrapNeeds.tsx';
import { trapTones } from './tones.ts';

const namespace = 'rodent';
/** What these columns show of the values of a trap. */
const shows = ['trapState', 'hits'];

function useColumns(byId: ReadonlyMap<number, TrapFacts>): Column<Device>[] {
  const t = useText();
  const { date } = useFormats();
  return useMemo(() => {
    const ago = (field: 'lastHitAt' | 'lastVisitAt'): Column<Device> => ({
      field,
      namespace,
      width: 1,
      instant: ({ id }) => byId.get(id)?.[field],
      render: ({ id }) => <Ago at={byId.get(id)?.[field] ?? null} />,
      text: ({ id }) => date(byId.get(id)?.[field] ?? null),
    });
    const text = (field: string, textOf: (trap: TrapFacts) => string | null, more: object = {}): Column<Device> => {
      const shown = ({ id }: Device) => {
        const trap = byId.get(id);
        return (trap && textOf(trap)) ?? '';
      };
      return { field, namespace, width: 1, render: (row) => <bdi>{shown(row) || '–'}</bdi>, text: shown, ...more };
    };
    return [
      text('number', ({ number }) => (number === null ? null : String(number))),
      {
        field: 'armed',
        name: 'trapState',
        namespace,
        width: 1,
        render: ({ id }) => (
          <StatusChip value={byId.get(id)?.state ?? null} namespace={namespace} field="trapState" tones={trapTones} />
        ),
        text: ({ id }) => {
          const trap = byId.get(id);
          return trap ? t(`values.trapState.${trap.state}`) : '';
        },
      },
      {
        field: 'needs',
        namespace,
        width: 1,
        render: ({ id }) => <TrapNeeds needs={byId.get(id)?.needs ?? []} />,
        text: ({ id }) => needsText(t, byId.get(id)?.needs ?? []),
      },
      ago('lastHitAt'),
      ago('lastVisitAt'),
      text('zone', ({ zone }) => t(`values.zone.${zone}`), { hidden: true }),
      text('trapKind', ({ kind }) => t(`values.trapKind.${kind}`), { hidden: true }),
      text('lure', ({ lure }) => lure, { hidden: true }),
      text('hitsOfMonth', ({ hits }) => String(hits), { name: 'hits', numeric: true, hidden: true }),
    ];
  }, [t, date, byId]);
}

const none: ReadonlyMap<number, TrapFacts> = new Map();

/** What traps are and need, in the list of devices. One call reads it of all of them. */
export const ListPart: AnyListPart = ({ children }) => {
  const query = useData(api.trap.facts, {}, { silent: true });
  useLive(['alarms'], () => void query.refetch(), api.trap.facts.key());
  const byId = useMemo(() => (query.data ? new Map(query.data.map((trap) => [trap.id, trap])) : none), [query.data]);
  const columns = useColumns(byId);
  // Without the facts the list is shown as it is.
  const added = useMemo(
    () => (query.isError ? nothingAdded : { columns, rowActions: [], shows }),
    [query.isError, columns],
  );
  return children(added);
};
