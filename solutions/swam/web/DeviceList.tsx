import { useMemo } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import {
  DeviceCard,
  deviceColumns,
  deviceFilters,
  patchDevice,
  topicOf,
  useAllClients,
  useSensorTexts,
} from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { hardware } from '../common/sensors.ts';
import { deviceAddress } from './addresses.ts';
import { api } from './api.ts';
import { useStructureOptions } from './structure-options.ts';

/** The devices of one solution; values, batteries and connections change as they are reported. */
export function DeviceList({ solutionId }: { solutionId: number }) {
  const { language, date } = useFormats();
  const { label } = useLabels('devices');
  const { name, plain } = useSensorTexts('swam');
  const structures = useStructureOptions();
  const customers = useAllClients();
  const me = useMe();
  const fixed = useMemo(() => ({ solutionId }), [solutionId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the language alone
  const columns = useMemo(
    () =>
      deviceColumns({
        app: 'swam',
        to: deviceAddress,
        language,
        plain,
        name,
        word: (key, value) => label(`values.${key}.${value}`),
        date: (at) => date(at),
        customers,
      }),
    [language, customers],
  );
  const filters = useMemo(
    () =>
      deviceFilters(
        structures,
        hardware
          .filter((model) => model.solution === solutionId)
          .map((model) => ({ value: String(model.id), label: model.name[language] })),
        customers ? me.customers : [],
      ),
    [structures, solutionId, language, customers, me.customers],
  );
  return (
    <ListView
      of={api.device}
      namespace="devices"
      table={`swam_device_solution-${solutionId}`}
      fixed={fixed}
      columns={columns}
      filters={filters}
      view="auto"
      card={(row: Device) => <DeviceCard device={row} app="swam" />}
      exports
      live={live}
    />
  );
}

const live = {
  topics: (rows: Device[]) => ['devices', ...rows.map((row) => topicOf(row.id))],
  patch: patchDevice,
};
