import { siteColumn } from '#core/places/web/parts.tsx';
import type { FiltersOf, UnnamedFilter } from '#platform/web/ui/list/filters/filters.ts';
import { appColumns, type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { BatteryBar } from '#platform/web/ui/values/BatteryBar.tsx';
import { connections, shownConnection } from '../common/connection.ts';
import { type Device, deviceStates, templateStates } from '../common/device.ts';
import { lockStates } from '../common/lock-states.ts';
import { ConnectionChip, TemplateChip, TokenChip } from './DeviceChips.tsx';
import { DeviceLink } from './DeviceLink.tsx';
import type { DeviceCalls } from './use-device.ts';
import { MainValues, mainSensorValues } from './values/MainValues.tsx';
import type { SensorTexts } from './values/sensor-texts.ts';

const { ago, cell, code, date } = columnsFor<Device>();

type Options = {
  /** The address of a device's page. */
  addressOf(device: Pick<Device, 'app' | 'id' | 'solutionId'>): string;
  language: 'en' | 'ar';
  /** The texts of an app's sensors, for the export. */
  textsOf(app: string): Pick<SensorTexts, 'name' | 'valueText'>;
  /** The name of a device's app, in a list of several apps. */
  appName?: ((device: Pick<Device, 'app'>) => string) | undefined;
  /** How long a battery lasts, as text. */
  batteryDays(days: number): string;
  statusText(key: 'connection' | 'token' | 'templateState', value: string): string;
  date(at: string | null): string;
  /** Whether the list has a column for the company, for callers who see devices of all clients. */
  customers: boolean;
  /** What other columns show already: the keys of sensors, or `nextWakeAt`. */
  shows?: readonly string[];
};

/** The columns of a device list, the same in every app. Texts: the `devices` slice. */
export const deviceColumns = ({
  addressOf,
  language,
  textsOf,
  appName,
  statusText,
  batteryDays,
  date: dateText,
  customers,
  shows = [],
}: Options): Column<Device>[] => [
  { field: 'name', width: 2, to: addressOf, render: (row) => <DeviceLink to={addressOf(row)} name={row.name} /> },
  ...(customers ? [{ field: 'company', width: 1 } as const] : []),
  {
    field: 'values',
    width: 3,
    render: (row) => <MainValues device={row} app={row.app} without={shows} />,
    text: (row) => {
      const { name, valueText } = textsOf(row.app);
      return mainSensorValues(row, shows)
        .map((value) => `${name(value.sensor)} ${valueText(value)}`)
        .join(' · ');
    },
  },
  {
    field: 'connection',
    width: 2,
    render: (row) => <ConnectionChip device={row} wakes={!shows.includes('nextWakeAt')} />,
    text: (row) => statusText('connection', shownConnection(row)),
  },
  cell('battery', BatteryBar, { width: 1, text: (row: Device) => row.battery }),
  {
    field: 'batteryForecast',
    hidden: true,
    width: 1,
    render: (row) => (row.batteryForecast ? batteryDays(row.batteryForecast.days) : '–'),
    text: (row) => row.batteryForecast && Math.round(row.batteryForecast.days),
  },
  siteColumn,
  ...appColumns(appName),
  cell('token', TokenChip, { width: 1, text: (row: Device) => statusText('token', row.token) }),
  cell('templateState', TemplateChip, {
    width: 1,
    text: (row: Device) => statusText('templateState', row.templateState),
  }),
  ago('lastSeenAt', { width: 1, text: (row: Device) => dateText(row.lastSeenAt) }),
  code('serial', { hidden: true, width: 1 }),
  {
    field: 'hardware',
    hidden: true,
    render: (row) => <bdi>{row.hardware.name[language]}</bdi>,
    text: (row) => row.hardware.name[language],
  },
  { field: 'state', hidden: true, width: 1 },
  date('createdAt', { hidden: true, width: 1, text: (row: Device) => dateText(row.createdAt) }),
];

type ListedModel = { value: string; label: string; locks: boolean };

/** The filters of a device list in addition to app and kind; models come from the app. */
export const deviceFilters = (
  structures: UnnamedFilter | null,
  models: readonly ListedModel[],
  customers: readonly { id: number; name: string }[] = [],
): FiltersOf<DeviceCalls['list']>[number][] => [
  ...(customers.length > 0
    ? [
        {
          field: 'companyId',
          kind: 'select',
          options: customers.map(({ id, name }) => ({ value: String(id), label: name })),
        } as const,
      ]
    : []),
  ...(structures ? [{ ...structures, field: 'structureId' as const }] : []),
  { field: 'connection', kind: 'select', options: connections },
  { field: 'battery', kind: 'range', min: 0, max: 100 },
  { field: 'suspended', kind: 'boolean' },
  { field: 'templateState', kind: 'select', options: templateStates },
  { field: 'replaceSoon', kind: 'boolean' },
  ...(models.some(({ locks }) => locks) ? [{ field: 'lockState', kind: 'select', options: lockStates } as const] : []),
  ...(models.length > 1 ? [{ field: 'hardwareId', kind: 'select', options: models } as const] : []),
  { field: 'state', kind: 'select', options: deviceStates },
  { field: 'createdAt', kind: 'dateRange' },
];
