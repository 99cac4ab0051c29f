import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '#platform/web/client/connection.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useWaitingCalls, waiting } from '#platform/web/offline/send-or-keep.ts';
import { type PairedSensor, typedSerial } from '../../common/pairing.ts';
import type { PlacingResult } from '../../common/placing.ts';
import { api, useText } from '../api.ts';
import { type BayNow, baysNow, type KeptPair, keptPairing, keptPairsOf, nextFree, outlookOf } from './bays-now.ts';

/**
 * A pairing that was made just now. `sensor`: null if it is kept for later. `before`: the bay that the sensor left, for
 * the other sensor if the two were exchanged.
 */
export type Done = {
  bayId: number;
  serial: string;
  sensor: PairedSensor | null;
  before: number | null;
  exchanged: boolean;
};

/** The bays of a location as they are now, live, with what this phone keeps. */
export function useBays(locationId: number) {
  const client = useQueryClient();
  const args = { params: { id: locationId } };
  const key = api.pairing.bays.key(args);
  const query = useData(api.pairing.bays, args);
  useLive([`car-park:${locationId}`], () => refetchQueries(client, key), key);
  const kept = keptPairsOf(useWaitingCalls(), locationId);
  return { query, bays: query.data && baysNow(query.data, kept) };
}

/** Moves sensors that are in bays. Resolves with why one stays where it is; null if it went there. */
export function usePlacing() {
  const t = useText();
  const bulk = useAction(api.placing.bulk, { invalidates: [api.pairing.bays] });
  const reasonOf = ({ code = 'not-found', device, number }: PlacingResult) =>
    t(`pair.refused.${code}`, { name: device?.name, number });
  async function place(item: { id: number; space: number | null; swap?: true }): Promise<string | null> {
    try {
      const [result] = await bulk.ask({ body: { items: [item] }, silent: true });
      return result && !result.ok ? reasonOf(result) : null;
    } catch (error) {
      if (error instanceof RequestError) return errorMessage(error);
      throw error;
    }
  }
  return { place, pending: bulk.pending };
}

/** The input of the next pairing, and how it is made, kept without a network, and undone. */
export function usePairing(locationId: number, bays: readonly BayNow[]) {
  const t = useText();
  const bayOf = (id: number | null) => bays.find((bay) => bay.id === id) ?? null;
  const [typed, setTyped] = useState('');
  const [bayId, setBayId] = useState<number | null>(() => nextFree(bays, null)?.id ?? null);
  const [last, setLast] = useState<Done | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { place, pending } = usePlacing();
  const action = useAction(api.pairing.pair, {
    keeps: ({ params }) => ({
      title: t('pair.of'),
      record: bayOf(Number(params?.id))?.number ?? '',
      of: keptPairing(locationId, Number(params?.id)),
    }),
  });
  const serial = typedSerial(typed);
  const bay = bayOf(bayId);
  const outlook = outlookOf(serial, bay, bays);

  function done(one: Done): void {
    setLast(one);
    setTyped('');
    setBayId(nextFree(bays, one.bayId)?.id ?? null);
  }
  /** What was refused before is settled by a pairing of the same bay or sensor. */
  async function settle(one: Done): Promise<void> {
    const settled = bays.flatMap(({ kept }) =>
      kept && kept.state !== 'waiting' && (kept.bayId === one.bayId || kept.serial === one.serial) ? kept.key : [],
    );
    for (const key of settled) await waiting.discard(key);
  }
  async function pair(): Promise<void> {
    if (!bay || (outlook.kind !== 'ready' && outlook.kind !== 'moves')) return;
    setRefusal(null);
    const before = outlook.kind === 'moves' ? outlook.from.id : null;
    const one: Done = { bayId: bay.id, serial, sensor: null, before, exchanged: false };
    try {
      one.sensor = await action.ask({ params: { id: bay.id }, body: { serial }, silent: true });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (!error.kept) return setRefusal(errorMessage(error));
    }
    await settle(one);
    done(one);
  }
  async function swap(): Promise<void> {
    if (!bay || outlook.kind !== 'swaps' || !outlook.from.sensor) return;
    const { id: before, sensor } = outlook.from;
    const reason = await place({ id: sensor.id, space: bay.id, swap: true });
    setRefusal(reason);
    if (reason === null) done({ bayId: bay.id, serial, sensor, before, exchanged: true });
  }
  /** Takes a pairing back and offers it again, to be corrected. */
  async function undo(one: Done): Promise<void> {
    const there = bayOf(one.bayId);
    const sensor = one.sensor ?? there?.sensor;
    const kept = there?.kept?.serial === one.serial ? there.kept : null;
    if (kept) await waiting.discard(kept.key);
    else if (sensor?.serial === one.serial) {
      const reason = await place({ id: sensor.id, space: one.before, ...(one.exchanged ? { swap: true } : {}) });
      if (reason !== null) return setRefusal(reason);
    }
    correct(one);
  }
  function correct({ serial: before, bayId: at }: Pick<KeptPair, 'serial' | 'bayId'>): void {
    setLast(null);
    setRefusal(null);
    setTyped(before);
    setBayId(at);
  }
  return {
    ...{ typed, bay, outlook, last, refusal, pair, swap, undo, correct },
    busy: action.pending || pending,
    enter(text: string): void {
      setRefusal(null);
      setTyped(text);
    },
    choose(id: number | null): void {
      setRefusal(null);
      setBayId(id);
    },
  };
}
export type Pairing = ReturnType<typeof usePairing>;
