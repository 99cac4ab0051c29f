import { ImportButton } from '#platform/web/ui/import/ImportButton.tsx';
import type { ImportColumn } from '#platform/web/ui/import/match-columns.ts';
import type { DeviceCalls } from '../use-device.ts';

/** The button that imports devices. `model` is the example for the model column. */
export function DeviceImport({ calls, model }: { calls: DeviceCalls; model: string }) {
  const columns: readonly ImportColumn[] = [
    { field: 'serial', required: true, example: 'A84041FFFF18C2D1' },
    { field: 'name', example: 'Roof tank 1' },
    { field: 'model', example: model },
    { field: 'structure', example: 'Reem Tower' },
    { field: 'floor', example: 'Roof' },
    { field: 'space', example: 'Pump room' },
  ];
  return <ImportButton of={calls.import} columns={columns} namespace="devices" />;
}
