import { accessDenials, logActions, logMethods } from '#core/access/common/access-log.ts';
import { accessModes } from '#core/access/common/grant-state.ts';
import { alarmGroups } from '#core/alarms/server/api.ts';
import { replaceSoonDays } from '#core/devices/common/battery-forecast.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { metrowatch } from '../../app.ts';
import type { solutionOverviewRoutes } from '../../common/analyses.ts';
import { solutions } from '../../common/devices.ts';
import { app, batteryDays, type Found, found, idsOf, newestOf } from './seen-devices.ts';

const lowBattery = 20;

export const solutionOverviewHandlers: Handlers<typeof solutionOverviewRoutes> = {
  async count(context) {
    const devices = await found(context, 'device');
    const states = await newestOf(context, idsOf(devices), 'lockState');
    const counts = new Map<
      string,
      { solutionId: number; connection: Found['connection']; lockState: string | null; count: number }
    >();
    for (const { id, solutionId, connection } of devices) {
      const lockState = states.has(id) ? String(states.get(id)) : null;
      const key = `${solutionId} ${connection} ${lockState}`;
      const one = counts.get(key) ?? { solutionId, connection, lockState, count: 0 };
      counts.set(key, { ...one, count: one.count + 1 });
    }
    return [...counts.values()];
  },
  async info(context) {
    const devices = await found(context, 'device');
    const ids = idsOf(devices);
    const states = await newestOf(context, ids, 'lockState');
    const batteries = await newestOf(context, ids, 'battery');
    const days = await batteryDays(context, ids);
    return solutions.flatMap(({ id: solutionId }) => {
      const own = devices.filter((device) => device.solutionId === solutionId);
      const counted = (test: (device: Found) => boolean) => own.filter(test).length;
      if (own.length === 0) return [];
      return [
        {
          solutionId,
          devices: own.length,
          online: counted(({ connection }) => connection === 'online'),
          sleeping: counted(({ connection }) => connection === 'sleeping'),
          offline: counted(({ connection }) => connection === 'offline'),
          lowBattery: counted(({ id }) => Number(batteries.get(id) ?? 100) < lowBattery),
          replaceSoon: counted(({ id }) => (days.get(id) ?? replaceSoonDays) < replaceSoonDays),
          jammed: counted(({ id }) => states.get(id) === 'jammed'),
          unlocked: counted(({ id }) => states.get(id) === 'unlocked'),
        },
      ];
    });
  },
  alarmGroups: (context) => alarmGroups(context, app),
  async enums() {
    const name = (key: string, locale: 'en' | 'ar') => textOf(metrowatch, locale, `solutions.${key}`) ?? key;
    return {
      types: solutions.map(({ id, key }) => ({ id, key, en: name(key, 'en'), ar: name(key, 'ar') })),
      modes: [...accessModes],
      methods: [...logMethods],
      reasons: [...accessDenials],
      actions: [...logActions],
    };
  },
};
