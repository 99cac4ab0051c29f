import type { PersonContact, PushNotice } from '#core/accounts/server/api.ts';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { alarmsText, alarmTitle, crossedLine, type NotifiedAlarm, type Occasion } from '#core/alarms/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';

type Reader = Pick<PersonContact, 'locale'>;

/** The notification about an alarm in a browser: the problem and its subject; below it the limit and the site. */
export function pushAboutAlarm(kit: Kit, alarm: NotifiedAlarm & Occasion, { locale }: Reader): PushNotice {
  const app = kit.apps.find(({ id }) => id === alarm.app);
  const limit = crossedLine(kit, alarm, locale);
  return {
    title: alarmTitle(app, { ...alarm, structure: null }, locale),
    body: [...(limit === null ? [] : [limit]), ...(alarm.structure ? [alarm.structure.name] : [])].join(' · '),
    // A later notification of the alarm replaces the earlier one.
    tag: `alarm-${alarm.id}`,
    address: app ? alarmAddress(app, alarm.class, alarm.id) : '/',
    locale,
  };
}

/** The notification about many alarms, the most severe first. */
export function pushAboutAlarms(
  kit: Kit,
  alarms: readonly [NotifiedAlarm & Occasion, ...(NotifiedAlarm & Occasion)[]],
  { locale }: Reader,
): PushNotice {
  const [first] = alarms;
  const app = kit.apps.find(({ id }) => id === first.app);
  const { title, lines } = alarmsText(kit, alarms, locale);
  return {
    title,
    body: lines.join('\n'),
    tag: 'alarms',
    address: app ? alarmAddress(app, first.class) : '/',
    locale,
  };
}
