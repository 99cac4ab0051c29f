import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { UnitToDeploy } from '../../common/assign-units.ts';
import type { DeployUnit } from '../../common/deployment.ts';
import type { OrderDetail } from '../../common/order.ts';
import { api } from '../api.ts';

const unitsPerCall = 50;
const maxCalls = 2;

/** Deploys units in parts, two at the same time, and shows each result in the order at once. */
export function useDeployment({ id, companyId }: OrderDetail, onResults: (results: DeployUnit[]) => void) {
  const client = useQueryClient();
  const queue = useRef<UnitToDeploy[]>([]);
  const calls = useRef(0);
  /** The serial numbers that are under way, by unit. */
  const [waiting, setWaiting] = useState<ReadonlyMap<number, string>>(new Map());

  const show = (results: readonly DeployUnit[]) => {
    const byId = new Map(results.map((unit) => [unit.id, unit]));
    client.setQueryData<OrderDetail>(
      api.order.get.key({ params: { companyId, id } }),
      (order) => order && { ...order, units: order.units.map((unit) => byId.get(unit.id) ?? unit) },
    );
  };
  async function send(units: UnitToDeploy[]): Promise<void> {
    try {
      const results = await api.deployment.deploy.send({ params: { id }, body: { units }, silent: 'success' });
      show(results);
      onResults(results);
    } catch (error) {
      // The client has already shown a refusal.
      if (!(error instanceof RequestError)) notifyUnknownError(error);
    }
    setWaiting((before) => new Map([...before].filter(([unit]) => !units.some(({ unitId }) => unitId === unit))));
  }
  async function work(): Promise<void> {
    if (calls.current >= maxCalls) return;
    calls.current += 1;
    while (queue.current.length > 0) await send(queue.current.splice(0, unitsPerCall));
    calls.current -= 1;
    if (calls.current === 0) void client.invalidateQueries({ queryKey: [api.order.get.app] });
  }
  return {
    waiting,
    deploy(units: readonly UnitToDeploy[]): void {
      if (units.length === 0) return;
      setWaiting((before) => new Map([...before, ...units.map(({ unitId, serial }) => [unitId, serial] as const)]));
      queue.current.push(...units);
      for (let call = 0; call < maxCalls; call += 1) void work();
    },
  };
}
