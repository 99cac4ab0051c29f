import { queueCommand } from '#core/commands/server/api.ts';
import { visibleDevice } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { elock, topfly } from '../../common/devices.ts';
import { openers, type padlockRoutes } from '../../common/lock-routes.ts';

type Orders = readonly { method: string; params: Record<string, unknown> }[];
type Calling = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & { params: { id: number } };

/** Sends the orders to a padlock of a model and answers the last command. Refuses an order that changes nothing. */
async function sendAll(context: Calling, app: AppManifest, model: number, action: string, orders: Orders) {
  const device = await visibleDevice(context.tx, context.actor, app.id, context.params.id, action);
  if (device.hardwareId !== model) throw refuse(404, 'unknown-command', {}, '01020404');
  let last: Awaited<ReturnType<typeof queueCommand>> | undefined;
  for (const { method, params } of orders)
    last = await queueCommand(context, app, device, { method, params: params as Record<string, never>, replace: true });
  if (!last) throw invalid('reportingIntervalSeconds', 'Required');
  return last;
}

const interval = (seconds: number | undefined): Orders =>
  seconds === undefined ? [] : [{ method: 'setInterval', params: { seconds } }];
const parameters = (params: Record<string, unknown>): Orders => {
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
  return Object.keys(given).length === 0 ? [] : [{ method: 'setParameters', params: given }];
};
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Serves the calls of the two padlocks. */
export const padlockHandlers = (app: AppManifest): Handlers<typeof padlockRoutes> => ({
  elockPassword: (context) =>
    sendAll(context, app, elock, 'password', [{ method: 'setPassword', params: { ...context.body } }]),
  elockParameters(context) {
    const { reportingIntervalSeconds, openBy, cards, ...rest } = context.body;
    const opening =
      openBy && Object.fromEntries(openers.map((one) => [`openBy${capitalized(one)}`, openBy.includes(one)]));
    return sendAll(context, app, elock, 'update', [
      ...(cards === undefined ? [] : [{ method: 'setCards', params: { cards } }]),
      ...interval(reportingIntervalSeconds),
      ...parameters({ ...rest, ...opening }),
    ]);
  },
  topflyParameters(context) {
    const { reportingIntervalSeconds, ...rest } = context.body;
    return sendAll(context, app, topfly, 'update', [...interval(reportingIntervalSeconds), ...parameters(rest)]);
  },
});
