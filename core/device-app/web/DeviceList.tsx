import { IconTemplate } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import {
  DeviceCard,
  deviceColumns,
  deviceFilters,
  deviceTopic,
  patchDevice,
  useAllClients,
  useBatteryDays,
  useSensorTexts,
  useStructureOptions,
} from '#core/devices/web/parts.tsx';
import { ApplyPanel } from '#core/templates/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { AddedToList } from '#platform/web/ui/list/AddedToList.tsx';
import type { Added } from '#platform/web/ui/list/added-to-list.ts';
import { type Column, columnText } from '#platform/web/ui/list/columns.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { useDeviceApp } from './use-device-app.ts';
import { useAppModels } from './use-models.ts';

/** The devices of one solution, or of all, updated live, with what the slices of the app add to them. */
export function DeviceList({ solutionId }: { solutionId?: number }) {
  const { app } = useDeviceApp();
  const fixed = useMemo(() => (solutionId === undefined ? undefined : { solutionId }), [solutionId]);
  return (
    <AddedToList app={app.id} list="device" fixed={fixed}>
      {(added) => <Devices solutionId={solutionId} fixed={fixed} added={added} />}
    </AddedToList>
  );
}

type Props = { solutionId: number | undefined; fixed: { solutionId: number } | undefined; added: Added };

function Devices({ solutionId, fixed, added }: Props) {
  const { app, calls } = useDeviceApp();
  const { language, date } = useFormats();
  const { label } = useLabels('devices');
  const batteryDays = useBatteryDays();
  const { name, valueText } = useSensorTexts(app.id);
  const structures = useStructureOptions(app);
  const models = useAppModels();
  const customers = useAllClients();
  const me = useMe();
  const columns = useMemo(() => {
    const [first, ...others] = deviceColumns({
      app: app.id,
      addressOf: (device) => deviceAddress(app, device),
      language,
      valueText,
      name,
      statusText: (key, value) => label(`values.${key}.${value}`),
      batteryDays,
      date,
      customers,
      shows: added.shows,
    });
    return [...(first ? [first] : []), ...(added.columns as readonly Column<Device>[]), ...others];
  }, [app, language, valueText, name, label, batteryDays, date, customers, added]);
  const filters = useMemo(
    () =>
      deviceFilters(
        structures,
        models
          .filter((model) => solutionId === undefined || model.solutionId === solutionId)
          .map((model) => asOption(model, language)),
        customers ? me.customers : [],
      ),
    [structures, models, solutionId, language, customers, me.customers],
  );
  const [applying, setApplying] = useState<{ ids: number[]; hardwareId: number }>();
  const bulkActions = useMemo(
    () => [
      {
        key: 'apply-template',
        icon: IconTemplate,
        access: calls.template.apply.route.access,
        run: async (rows: Device[]) => {
          const [first] = rows;
          // A template is for one model: devices of others are left out.
          const ids = rows.filter(({ hardware }) => hardware.id === first?.hardware.id).map(({ id }) => id);
          if (first) setApplying({ ids, hardwareId: first.hardware.id });
        },
      },
    ],
    [calls],
  );
  // The time at which it wakes is shown next to its connection.
  const factsOf = (row: Device) =>
    added.columns
      .filter((column) => !column.hidden && !column.instant && column.text?.(row))
      .map((column) => ({ key: column.field, label: label(columnText(column)), value: column.render?.(row) }));
  return (
    <>
      <ListView
        of={calls.device}
        namespace="devices"
        table={`${app.id}_device_${solutionId === undefined ? 'all' : `solution-${solutionId}`}`}
        {...(fixed ? { fixed } : {})}
        columns={columns}
        filters={filters}
        view="auto"
        card={(row: Device) => <DeviceCard device={row} app={app.id} shows={added.shows} facts={factsOf(row)} />}
        empty="device"
        rowActions={added.rowActions}
        bulkActions={bulkActions}
        exports
        live={live}
      />
      {applying && <ApplyPanel app={app} devices={applying} onClose={() => setApplying(undefined)} />}
    </>
  );
}

type Model = ReturnType<typeof useAppModels>[number];

const asOption = ({ id, name, sensors }: Model, language: 'en' | 'ar') => ({
  value: String(id),
  label: name[language],
  locks: sensors.some((sensor) => sensor.name === 'lockState'),
});

const live = {
  topics: (rows: Device[]) => ['devices', ...rows.map((row) => deviceTopic(row.id))],
  patch: patchDevice,
};
