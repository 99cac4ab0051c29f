import { useMemo } from 'react';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { DeviceLink } from '#core/devices/web/parts.tsx';
import { GroupChips } from '#core/groups/web/parts.tsx';
import { siteColumn } from '#core/places/web/parts.tsx';
import { formatList, useFormats } from '#platform/web/i18n/formats.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { fleet } from '../../app.ts';
import { plateText } from '../../common/vehicle/plate.ts';
import type { ShownVehicle } from '../../common/vehicle/vehicle.ts';
import { vehicleAddress } from '../addresses.ts';
import { useText } from '../texts.ts';
import { statusTones } from '../tones.ts';
import { PapersChip } from './PapersChip.tsx';
import { usePapersTexts } from './use-papers-text.ts';

const { link, number, ago } = columnsFor<ShownVehicle>();

export function useVehicleColumns(): Column<ShownVehicle>[] {
  const t = useText();
  const { date } = useFormats();
  const papers = usePapersTexts();
  return useMemo((): Column<ShownVehicle>[] => {
    const trackerOf = ({ tracker }: ShownVehicle) => (tracker ? deviceAddress(fleet, tracker) : undefined);
    return [
      link('name', ({ id }) => vehicleAddress(id)),
      {
        field: 'status',
        sortable: false,
        width: 1,
        render: ({ status }) => <StatusChip value={status} tones={statusTones} />,
        text: ({ status }) => t(`values.status.${status}`),
      },
      {
        field: 'plate',
        width: 1,
        render: ({ plate }) => <bdi>{plateText(plate)}</bdi>,
        text: ({ plate }) => plateText(plate),
      },
      {
        field: 'groups',
        sortable: false,
        width: 1,
        render: ({ groups }) => <GroupChips groups={groups} />,
        text: ({ groups }) => formatList(groups.map(({ name }) => name)),
      },
      { ...siteColumn, sortable: false },
      {
        field: 'lastFix',
        sortable: false,
        width: 1,
        instant: ({ lastFix }) => lastFix?.at,
        render: ({ lastFix }) => <Ago at={lastFix?.at ?? null} />,
        text: ({ lastFix }) => date(lastFix?.at ?? null),
      },
      {
        field: 'papersUntil',
        width: 1,
        render: ({ papersUntil }) => <PapersChip until={papersUntil} />,
        text: ({ papersUntil }) => papers(papersUntil).text,
      },
      {
        field: 'tracker',
        sortable: false,
        width: 1,
        render: (row) => (row.tracker ? <DeviceLink to={trackerOf(row)} name={row.tracker.name} /> : '–'),
        text: ({ tracker }) => tracker?.name,
      },
      { field: 'type', sortable: false, hidden: true },
      { field: 'propulsion', sortable: false, hidden: true },
      { field: 'make', sortable: false, hidden: true },
      { field: 'model', sortable: false, hidden: true },
      number('year', { sortable: false, hidden: true }),
      { field: 'vin', sortable: false, hidden: true },
      ago('createdAt', { hidden: true }),
    ];
  }, [t, date, papers]);
}
