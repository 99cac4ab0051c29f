import { LiveValue } from '#platform/web/ui/values/LiveValue.tsx';
import type { DevicePage } from '../common/device.ts';
import classes from './Devices.module.css';
import { useSensorTexts } from './sensor-texts.ts';

/** Every sensor of a device with its newest value; `only` names some of them. */
export function ValueTiles({
  device,
  app,
  only,
  size = 'md',
}: {
  device: DevicePage;
  app: string;
  only?: readonly string[];
  size?: 'md' | 'lg';
}) {
  const { name, word } = useSensorTexts(app);
  const shown = only ? device.values.filter((one) => only.includes(one.sensor)) : device.values;
  return (
    <div className={classes.tiles}>
      {shown.map(({ sensor, value, unit, decimals, time }) => (
        <LiveValue
          key={sensor}
          label={name(sensor)}
          value={word(sensor, value)}
          unit={unit}
          decimals={decimals}
          at={time}
          staleAfterSeconds={device.staleAfterSeconds}
          size={size}
        />
      ))}
    </div>
  );
}
