import { deviceAppOf } from '#core/device-app/web/parts.tsx';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useList } from '#platform/web/client/hooks.ts';

/** The numeric sensors of an app's devices, as options of a select. */
export function useDeviceSensors(app: AppManifest): { value: string; label: string }[] {
  const { name } = useSensorTexts(app.id);
  const { rows } = useList(deviceAppOf(app).calls.catalogue.sensorTypes, {});
  return rows
    .filter(({ kind }) => kind === 'number')
    .map((sensor) => ({ value: sensor.name, label: name(sensor.name) }));
}
