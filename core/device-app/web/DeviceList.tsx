import { IconTemplate } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import {
  DeviceCard,
  deviceColumns,
  deviceDesk,
  deviceFilters,
  deviceTopic,
  patchDevice,
  useAllClients,
  useBatteryDays,
  useSensorTextsOf,
} from '#core/devices/web/parts.tsx';
import { useSiteFilter } from '#core/places/web/parts.tsx';
import { ApplyPanel } from '#core/templates/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels, useLabelsOf } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import type { Added } from '#platform/web/ui/list/added-to-list.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { useAppFilter } from '#platform/web/ui/list/filters/use-app-filter.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import type { Steady } from '#platform/web/ui/list/rows/use-steady-rows.ts';
import { type Column, columnText } from '#platform/web/ui/list/table/columns.tsx';
import { AddDevice } from './add/AddDevice.tsx';
import type { DeviceApp } from './use-device-app.ts';
import type { useAppModels } from './use-models.ts';

type Model = ReturnType<typeof useAppModels>[number];
type Props = {
  /** The apps whose devices the person may read, and those by which the list is filtered. */
  apps: readonly AppManifest[];
  chosen: readonly AppManifest[];
  added: Added;
  /** The app, and its models, if the devices are of one. */
  one?: DeviceApp;
  models?: readonly Model[];
};

const noModels: readonly Model[] = [];
// Devices come first when they need attention, which every message may change.
/** The row with the focus stays in view. */
const steadyOnDesk: Steady = { held: false, focusOnly: true };
/** On a phone no pointer shows that a person is reading the list. */
const steadyOnPhone: Steady = { held: true };

/** Devices of one app or of several, updated live, with what the slices of the app add to them. */
export function DeviceList({ apps, chosen, added, one, models = noModels }: Props) {
  const { label } = useLabels('devices');
  const { columns, filters } = useDeviceTable({ apps, chosen, added, models });
  const phone = usePhone();
  const [applying, setApplying] = useState<{ ids: number[]; hardwareId: number }>();
  const bulkActions = useMemo(
    () =>
      one && [
        {
          key: 'apply-template',
          icon: IconTemplate,
          access: one.calls.template.apply.route.access,
          run: async (rows: Device[]) => {
            const [first] = rows;
            // A template is for one model: devices of others are left out.
            const ids = rows.filter(({ hardware }) => hardware.id === first?.hardware.id).map(({ id }) => id);
            if (first) setApplying({ ids, hardwareId: first.hardware.id });
          },
        },
      ],
    [one],
  );
  // The time at which it wakes is shown next to its connection.
  const factsOf = (row: Device) =>
    added.columns
      .filter((column) => !column.hidden && !column.instant && column.text?.(row))
      .map((column) => ({ key: column.field, label: label(columnText(column)), value: column.render?.(row) }));
  return (
    <>
      <ListView
        of={deviceDesk}
        namespace="devices"
        table={`${one ? one.app.id : 'core'}_devices_all`}
        columns={columns}
        filters={filters}
        view="auto"
        card={(row: Device) => <DeviceCard device={row} app={row.app} shows={added.shows} facts={factsOf(row)} />}
        empty="device"
        emptyAction={<AddDevice apps={chosen} />}
        rowActions={added.rowActions}
        {...(bulkActions ? { bulkActions } : {})}
        exports
        fresh
        live={live}
        steady={phone ? steadyOnPhone : steadyOnDesk}
      />
      {one && applying && <ApplyPanel app={one.app} devices={applying} onClose={() => setApplying(undefined)} />}
    </>
  );
}

function useDeviceTable({ apps, chosen, added, models }: Required<Omit<Props, 'one'>>) {
  const { language, date } = useFormats();
  const { label } = useLabels('devices');
  const batteryDays = useBatteryDays();
  const textsOf = useSensorTextsOf(apps.map(({ id }) => id));
  const { filters: byApp, nameOf } = useAppFilter(apps);
  const labelsOf = useLabelsOf(apps.map(({ id }) => id));
  const sites = useSiteFilter();
  const customers = useAllClients();
  const me = useMe();
  const several = chosen.length > 1;
  const columns = useMemo(() => {
    const addressOf = (device: Pick<Device, 'app' | 'id' | 'solutionId'>) => {
      const app = apps.find(({ id }) => id === device.app);
      return app ? deviceAddress(app, device) : '';
    };
    const [first, ...others] = deviceColumns({
      addressOf,
      language,
      textsOf,
      appName: several ? nameOf : undefined,
      statusText: (key, value) => label(`values.${key}.${value}`),
      batteryDays,
      date,
      customers,
      shows: added.shows,
    });
    return [...(first ? [first] : []), ...(added.columns as readonly Column<Device>[]), ...others];
  }, [apps, several, nameOf, language, textsOf, label, batteryDays, date, customers, added]);
  const filters = useMemo((): FiltersOf<typeof deviceDesk.list> => {
    const kinds = chosen.flatMap(({ id, solutions = [] }) =>
      solutions.map((solution) => ({
        value: String(solution.id),
        label: labelsOf(id).label(`solutions.${solution.key}`),
      })),
    );
    return [
      ...byApp,
      ...(kinds.length > 1 ? [{ field: 'solutionId', name: 'kind', kind: 'select', options: kinds } as const] : []),
      ...deviceFilters(
        sites,
        models.map((model) => asOption(model, language)),
        customers ? me.customers : [],
      ),
    ];
  }, [byApp, chosen, labelsOf, sites, models, language, customers, me.customers]);
  return { columns, filters };
}

const asOption = ({ id, name, sensors }: Model, language: 'en' | 'ar') => ({
  value: String(id),
  label: name[language],
  locks: sensors.some((sensor) => sensor.name === 'lockState'),
});

const live = {
  topics: (rows: Device[]) => ['devices', ...rows.map((row) => deviceTopic(row.id))],
  patch: patchDevice,
};
