import { Skeleton, Text } from '@mantine/core';
import { SiteLink } from '#core/places/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { BatteryBar } from '#platform/web/ui/values/BatteryBar.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { shownConnection } from '../common/connection.ts';
import type { DeviceDetail } from '../common/device.ts';
import { BatteryLife } from './BatteryLife.tsx';
import { ConnectionChip, TemplateChip, TokenChip } from './DeviceChips.tsx';
import classes from './Devices.module.css';
import { useText } from './texts.ts';

/** A device that follows its template needs no badge. */
const quietStates: readonly DeviceDetail['templateState'][] = ['none', 'in-sync'];

/** Badges for the title of a device: connection, state and battery. */
export function DeviceBadges({ device }: { device: DeviceDetail }) {
  return (
    <span className={classes.badges}>
      <ConnectionChip device={device} />
      {device.state !== 'installed' && shownConnection(device) !== 'not-installed' && (
        <StatusChip namespace="devices" field="state" value={device.state} />
      )}
      {device.suspended && <StatusChip namespace="devices" field="suspended" value="suspended" />}
      {!quietStates.includes(device.templateState) && <TemplateChip value={device.templateState} />}
      {device.battery !== null && <BatteryBar value={device.battery} />}
    </span>
  );
}

/** The place of the badges while the device loads. */
export const DeviceBadgesSkeleton = () => <Skeleton w={sizes.drawing} h={iconSizes.lg} radius="xl" aria-busy />;

/** The facts that every device has, while it loads. */
export function DeviceFactsSkeleton() {
  const t = useText();
  return (
    <dl className={classes.facts} aria-busy>
      {(['place', 'model', 'serial', 'token', 'lastSeen'] as const).map((key) => (
        <div key={key}>
          <dt>{t(`facts.${key}`)}</dt>
          <dd>
            <Skeleton w={sizes.touch} h={iconSizes.lg} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts about a device: place, model, serial, token, battery and last message. On a phone they fill three rows. */
export function DeviceFacts({ device }: { device: DeviceDetail }) {
  const t = useText();
  const { language, date } = useFormats();
  const within = [device.floor, device.space].flatMap((place) => place?.name ?? []);
  const facts = [
    [
      'place',
      device.structure ? (
        <bdi key="place">
          <SiteLink site={device.structure} />
          {within.map((name) => ` › ${name}`).join('')}
        </bdi>
      ) : (
        t('facts.noPlace')
      ),
    ],
    ['model', <bdi key="model">{device.hardware.name[language]}</bdi>],
    ['serial', <Bdi key="serial">{device.serial}</Bdi>],
    [
      'token',
      <span key="token" className={classes.token}>
        <TokenChip value={device.token} />
        {device.token !== 'none' && device.expirationAt && (
          <Text span size="xs" c="dimmed">
            {t('facts.until', { date: date(device.expirationAt, 'date') })}
          </Text>
        )}
      </span>,
    ],
    [
      'battery',
      device.batteryForecast && device.token === 'active' && (
        <BatteryLife key="battery" forecast={device.batteryForecast} />
      ),
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
