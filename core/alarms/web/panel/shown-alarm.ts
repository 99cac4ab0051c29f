import { createContext, useContext } from 'react';
import type { AlarmDetail } from '../../common/alarm.ts';

/** The alarm whose details are shown, for what apps add in the place `alarm-<app>`. */
export const ShownAlarm = createContext<AlarmDetail | null>(null);

/** The alarm in whose details the component is. Throws outside of them. */
export function useShownAlarm(): AlarmDetail {
  const alarm = useContext(ShownAlarm);
  if (!alarm) throw new Error('no details of an alarm around it');
  return alarm;
}
