import { deviceAddress } from '#core/devices/web/parts.tsx';
import type { Alarm } from '../../common/alarm.ts';
import { subjectAddress } from '../../common/alarm-address.ts';
import { appOfAlarm } from '../alarm-calls.ts';

/** The address of the subject of an alarm; undefined without a page. */
export function alarmSubjectAddress({ app: id, device, subject }: Pick<Alarm, 'app' | 'device' | 'subject'>) {
  const app = appOfAlarm({ app: id });
  return device && subject.type === 'device' ? deviceAddress(app, device) : subjectAddress(app, subject);
}
