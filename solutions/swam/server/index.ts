import { notificationGroupHandlers, operationalAlarmHandlers, statusAlarmHandlers } from '#core/alarms/server/api.ts';
import { commandHandlers, deviceHandlers, solutionCounts } from '#core/devices/server/api.ts';
import { permissionGroupHandlers } from '#core/permissions/server/api.ts';
import { readingHandlers } from '#core/telemetry/server/api.ts';
import { resourcesWith } from '#platform/common/access.ts';
import { serve } from '#platform/server/serve.ts';
import { swam } from '../app.ts';
import { hardware, sensorTypes, solutions } from '../common/sensors.ts';
import { demo } from './demo.ts';
import { portfolio } from './portfolio.ts';

const all = <Row>(data: Row[]) => ({ data, totalRecords: data.length });

export const swamServer = serve(
  swam,
  {
    catalogue: {
      async userSolutions({ tx, actor }) {
        const counts = await solutionCounts(
          tx,
          'swam',
          actor.scope,
          resourcesWith(actor.session, 'swam', 'device', 'read'),
        );
        return all(
          counts.flatMap(({ id, devices }) =>
            solutions.some((one) => one.id === id)
              ? { id, devices, key: solutions.find((one) => one.id === id)?.key ?? '' }
              : [],
          ),
        );
      },
      solutions: async () => all(solutions.map(({ id, key, icon }) => ({ id, key, icon }))),
      hardware: async () =>
        all(
          hardware.map((model) => ({
            id: model.id,
            solutionId: model.solution,
            name: model.name,
            sensors: model.sensors.map((name) => ({ name })),
            reportEverySeconds: model.reportEverySeconds,
          })),
        ),
      sensorTypes: async () =>
        all(
          sensorTypes.map(({ id, key, unit, kind, solutions: solutionIds }) => ({
            id,
            name: key,
            unit,
            kind,
            solutionIds: [...solutionIds],
          })),
        ),
    },
    device: deviceHandlers('swam'),
    reading: readingHandlers('swam'),
    command: commandHandlers('swam'),
    operationalAlarm: operationalAlarmHandlers('swam'),
    statusAlarm: statusAlarmHandlers('swam'),
    analysis: { portfolio, devicesInfo: portfolio },
    permissionGroup: permissionGroupHandlers('swam'),
    notificationGroup: notificationGroupHandlers('swam'),
  },
  { demo },
);
