import { LiveValue } from '#platform/web/ui/values/LiveValue.tsx';
import type { DeviceDetail } from '../../common/device.ts';
import { signalSensor, signalWord } from '../../common/signal.ts';
import classes from '../Devices.module.css';
import { useText } from '../texts.ts';
import { useSensorMarks } from './sensor-marks.ts';
import { useSensorTexts } from './sensor-texts.ts';

/** A tile with the latest value of each sensor of a device. `only` limits them by sensor key. */
export function ValueTiles({
  device,
  app,
  only,
  size = 'md',
}: {
  device: DeviceDetail;
  app: string;
  only?: readonly string[];
  size?: 'md' | 'lg';
}) {
  const { name, stateText } = useSensorTexts(app);
  const t = useText();
  const marks = useSensorMarks();
  const shown = only ? device.values.filter((value) => only.includes(value.sensor)) : device.values;
  return (
    <div className={classes.tiles}>
      {shown.map(({ sensor, value, unit, decimals, time }) => (
        <LiveValue
          key={sensor}
          label={name(sensor)}
          value={stateText(sensor, value)}
          unit={unit}
          decimals={decimals}
          at={time}
          staleAfterSeconds={device.staleAfterSeconds}
          size={size}
          mark={marks.get(sensor)}
          word={
            sensor === signalSensor && typeof value === 'number'
              ? t(`signal.${signalWord(value, device.connectivity)}`)
              : undefined
          }
        />
      ))}
    </div>
  );
}
