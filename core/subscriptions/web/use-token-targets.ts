import { keepPreviousData } from '@tanstack/react-query';
import { serialIn } from '#core/devices/common/serial.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { maxTargets, type TokenTarget } from '../common/token-target.ts';
import { api } from './api.ts';

/** The devices with these ids, and a search for devices that a subscription can be bought for. */
export function useTokenTargets(app: string, ids: readonly number[]) {
  const chosen = useData(
    api.tokenTarget.find,
    { body: { app, ids: [...ids], serials: [] } },
    { enabled: ids.length > 0, silent: true, placeholderData: keepPreviousData },
  );
  const search = useAction(api.tokenTarget.find);
  return {
    targets: (chosen.data ?? []) as readonly TokenTarget[],
    pending: search.pending,
    /** `serials` are those that were asked for as they are stored. Undefined if the call failed, which is shown. */
    async find({ serials = [], endsWithin }: { serials?: readonly string[]; endsWithin?: number }) {
      const asked = serials.slice(0, maxTargets);
      // The client has already shown a refusal.
      const targets = await search
        .ask({ body: { app, ids: [], serials: asked, ...(endsWithin === undefined ? {} : { endsWithin }) } })
        .catch(() => undefined);
      return targets && { targets, serials: asked.map((serial) => serialIn(serial) ?? serial) };
    },
  };
}
