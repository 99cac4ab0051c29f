import { useMemo } from 'react';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { DeviceLink, useLogActor, useLogTexts } from '#core/devices/web/parts.tsx';
import { useSiteFilter } from '#core/places/web/parts.tsx';
import type { FiltersOf, UnnamedFilter } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { rodent } from '../../app.ts';
import { type JournalLine, journalKinds } from '../../common/journal.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { useTrapFilter } from '../traps/use-trap-filter.ts';
import { useJournalTexts } from './use-journal-texts.ts';

const { date } = columnsFor<JournalLine>();
const live = { topics: ['alarms', 'devices'] };

/** What happened at all traps: hits and what they were, checks, and what happened to the devices. */
export function JournalPage() {
  const t = useText();
  const site = useSiteFilter();
  const trap: UnnamedFilter = useTrapFilter();
  const { options } = useLogTexts(rodent.id);
  const actorOf = useLogActor();
  const { kindOf, detailOf } = useJournalTexts();
  const filters = useMemo(
    (): FiltersOf<typeof api.journal.list> => [
      {
        field: 'kind',
        name: 'what',
        kind: 'select',
        options: [...journalKinds.map((value) => ({ value, label: t(`journal.kinds.${value}`) })), ...options],
      },
      { field: 'at', kind: 'dateRange' },
      { field: 'structureId', ...site },
      { field: 'deviceId', name: 'trap', ...trap },
    ],
    [t, options, site, trap],
  );
  const columns = useMemo((): Column<JournalLine>[] => {
    const addressOf = ({ device }: JournalLine) => (device ? deviceAddress(rodent, device) : undefined);
    const nameOf = ({ device, number }: JournalLine) =>
      device ? (number === null ? device.name : `${number} · ${device.name}`) : '–';
    const byOf = (line: JournalLine) => (line.hit && !line.verdict ? t('journal.byTrap') : actorOf(line));
    return [
      date('at', { width: 1 }),
      {
        field: 'trap',
        width: 2,
        to: addressOf,
        render: (row) => <DeviceLink to={addressOf(row)} name={nameOf(row)} />,
        text: nameOf,
      },
      { field: 'what', width: 1, render: kindOf, text: kindOf },
      { field: 'detail', width: 3, render: (row) => <bdi>{detailOf(row) || '–'}</bdi>, text: detailOf },
      {
        field: 'structure',
        width: 2,
        render: ({ structure }) => <bdi>{structure?.name ?? '–'}</bdi>,
        text: ({ structure }) => structure?.name,
      },
      { field: 'by', width: 1, render: (row) => <bdi>{byOf(row)}</bdi>, text: byOf },
    ];
  }, [t, kindOf, detailOf, actorOf]);
  return (
    <ListPage
      of={api.journal}
      columns={columns}
      filters={filters}
      exports
      live={live}
      empty="journal"
      emptyDrawing="log"
    />
  );
}
