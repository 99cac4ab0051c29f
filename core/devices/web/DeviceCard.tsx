import type { ReactNode } from 'react';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { BatteryBar } from '#platform/web/ui/values/BatteryBar.tsx';
import type { Device } from '../common/device.ts';
import { ConnectionChip, TokenChip } from './DeviceChips.tsx';
import classes from './Devices.module.css';
import { useAllClients } from './other-customer.tsx';
import { useText } from './texts.ts';
import { mainSensorValues } from './values/MainValues.tsx';
import { useSensorTexts } from './values/sensor-texts.ts';

const mostValues = 2;

type Props = {
  device: Device;
  app: string;
  /** What comes before its values. */
  facts?: readonly { key: string; label: string; value: ReactNode }[];
  /** The sensors that these show. */
  shows?: readonly string[];
};

/** The card of a device: its main values in large type and its state below. */
export function DeviceCard({ device, app, facts = [], shows = [] }: Props) {
  const t = useText();
  const { name, valueText } = useSensorTexts(app);
  const customers = useAllClients();
  return (
    <>
      <div className={classes.cardValues}>
        {facts.map(({ key, label, value }) => (
          <span key={key} className={classes.cardValue}>
            <span className={classes.mainName}>{label}</span>
            {value}
          </span>
        ))}
        {device.token === 'active' ? (
          mainSensorValues(device, shows)
            .slice(0, Math.max(0, mostValues - facts.length))
            .map((value) => (
              <span key={value.sensor} className={classes.cardValue}>
                <span className={classes.mainName}>{name(value.sensor)}</span>
                <bdi dir={typeof value.value === 'number' ? 'ltr' : 'auto'}>{valueText(value)}</bdi>
              </span>
            ))
        ) : (
          <>
            <TokenChip value={device.token} />
            <span className={classes.hidden}>{t('token.hiddenShort')}</span>
          </>
        )}
      </div>
      <div className={classes.cardFoot}>
        <ConnectionChip device={device} />
        {device.battery !== null && <BatteryBar value={device.battery} />}
      </div>
      <div className={classes.cardPlace}>
        {customers && <bdi>{device.company.name}</bdi>}
        {device.structure && <bdi>{device.structure.name}</bdi>}
        <Ago at={device.lastSeenAt} none={t('never')} />
      </div>
    </>
  );
}
