import { useFormats } from '#platform/web/i18n/formats.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { BatteryBar } from '#platform/web/ui/values/BatteryBar.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { DevicePage } from '../common/device.ts';
import { OnlineChip, TokenChip } from './DeviceChips.tsx';
import classes from './Devices.module.css';
import { useText } from './texts.ts';

/** Beside the title of a device: whether it is heard, and its battery. */
export function DeviceBadges({ device }: { device: DevicePage }) {
  return (
    <span className={classes.marks}>
      <OnlineChip value={device.online} />
      {device.state !== 'installed' && <StatusChip namespace="devices" field="state" value={device.state} />}
      {device.blocked && <StatusChip namespace="devices" field="blocked" value="blocked" />}
      {device.battery !== null && <BatteryBar value={device.battery} />}
    </span>
  );
}

/** Where a device stands, what it is, and until when it is paid for. */
export function DeviceFacts({ device }: { device: DevicePage }) {
  const t = useText();
  const { language, date } = useFormats();
  const place = [device.structure, device.floor, device.space].flatMap((one) => one?.name ?? []);
  const facts = [
    ['place', place.length > 0 ? <bdi key="place">{place.join(' › ')}</bdi> : t('facts.noPlace')],
    ['model', <bdi key="model">{device.hardware.name[language]}</bdi>],
    ['serial', <Bdi key="serial">{device.serial}</Bdi>],
    ['token', <TokenChip key="token" value={device.token} />],
    [
      'until',
      device.token !== 'none' && device.expirationAt && <Bdi key="until">{date(device.expirationAt, 'date')}</Bdi>,
    ],
    ['lastSeen', <Ago key="seen" at={device.lastSeenAt} none={t('never')} />],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([key, value]) =>
          value && (
            <div key={key}>
              <dt>{t(`facts.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
