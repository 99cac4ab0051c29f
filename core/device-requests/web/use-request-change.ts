import type { BodyIn, ReplyOf } from '#platform/common/route.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import type { deviceRequestRoutes } from '../common/device-request.ts';
import { api } from './api.ts';

type Change = typeof deviceRequestRoutes.change;
type Asked = Partial<BodyIn<Change>> & Pick<BodyIn<Change>, 'action'>;
const nothing = { reason: '', deviceIds: [], tokenIds: [], serials: [], lines: [] };

/** Takes a step of a device request. */
export function useRequestChange(
  uuid: string,
  onDone?: (result: ReplyOf<Change>) => void,
): { pending: boolean; run(asked: Asked): void; ask(asked: Asked): Promise<unknown> } {
  const { run, ask, pending } = useAction(api.deviceRequest.change, {
    invalidates: [api.deviceRequest.get],
    ...(onDone ? { onDone } : {}),
  });
  const args = (asked: Asked) => ({
    params: { uuid },
    body: { ...nothing, ...asked },
    ...(asked.action === 'allocate' ? { silent: 'success' as const } : {}),
  });
  return { pending, run: (asked) => run(args(asked)), ask: (asked) => ask(args(asked)) };
}
