import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { keptSettingsOf } from '#core/devices/common/models/kept-settings.ts';
import { maxSpeedOf } from '#core/devices/common/models/max-speed.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { repeat } from '#platform/server/repeat.ts';
import { quarterOf } from '../../common/movement/slot-times.ts';
import { FenceIndexes } from '../fences/fence-index.ts';
import { fillQuarters } from '../movement/fill-quarters.ts';
import { movementSubjects } from '../movement/fitted-subjects.ts';
import { readingsAtFixes } from '../movement/fix-readings.ts';
import { movementModels } from '../movement/movement-models.ts';
import { readCompanySettings } from '../settings/company-settings.ts';
import { rebuildSome } from '../settings/rebuild-run.ts';
import { segmentsFrom, type TrackedModel } from './device-segments.ts';
import { alone } from './segment-lock.ts';
import {
  type Due,
  type Made,
  readFixes,
  recordUnread,
  startsOf,
  takeDueDevices,
  writeSegments,
} from './segment-rows.ts';

const everyMs = 3000;
/** Records wait this long, so that the positions which they cover are committed. */
const settledSeconds = 15;

/** The work takes a quarter of the time, however many segments are due. The rest belongs to messages. */
const restRatio = 3;

/** Computes the segments of new and late positions in the background. */
export function startSegments(kit: Kit): Stop {
  const indexes = new FenceIndexes();
  const ended = new AbortController();
  const rest = (ms: number) => pause(restRatio * ms, undefined, { signal: ended.signal }).catch(() => undefined);
  const stop = repeat(kit, everyMs, 'making the segments of tracks failed', () =>
    makeSegments(kit, { afterSeconds: settledSeconds, indexes, isEnding: () => ended.signal.aborted, rest }),
  );
  return async () => {
    ended.abort();
    await stop();
  };
}

type MakeOptions = {
  /** Records wait this long. */
  afterSeconds?: number;
  indexes?: FenceIndexes;
  /** Stops the work between transactions. */
  isEnding?: () => boolean;
  /** Called between transactions with the time in ms that the previous ones took. */
  rest?: (ms: number) => Promise<void>;
};

/** Computes all segments and geofence visits that are due. */
export async function makeSegments(
  kit: Kit,
  { afterSeconds = 0, indexes = new FenceIndexes(), isEnding = () => false, rest }: MakeOptions = {},
): Promise<void> {
  for (let isDone = false; !isDone && !isEnding(); ) {
    const startedAt = performance.now();
    const isMade = await alone(kit, async (tx) => {
      const due = await takeDueDevices(tx, afterSeconds);
      await recordUnread(tx, await makeFrom(kit, tx, due, indexes));
      return due.length > 0;
    });
    // In a separate transaction, so that a failing rebuild does not stop the segments of new positions.
    const isRebuilt = await alone(kit, (tx) => rebuildSome(tx, (due) => makeFrom(kit, tx, due, indexes)));
    const isFilled = await alone(kit, (tx) => fillQuarters(tx));
    isDone = !isMade && !isRebuilt && !isFilled;
    if (!isDone) await rest?.(performance.now() - startedAt);
  }
}

/** Computes and stores what the positions of devices make. */
async function makeFrom(kit: Kit, tx: Tx, due: readonly Due[], indexes: FenceIndexes): Promise<Made[]> {
  if (due.length === 0) return [];
  const starts = await startsOf(tx, due);
  const fixes = await readFixes(tx, starts);
  const companies = [...new Set(starts.map(({ companyId }) => companyId))];
  await indexes.load(tx, companies);
  const settings = await readCompanySettings(tx, companies);
  const [models, sensors] = [modelsOf(kit), movementModels(kit.apps)];
  const moved = starts.filter(({ device }) => fixes.has(device));
  const readings = await readingsAtFixes(
    tx,
    moved.flatMap(({ device, hardwareId }) => {
      const own = sensors.get(hardwareId);
      return own ? [{ device, sensors: own, times: (fixes.get(device) ?? []).map(({ time }) => time) }] : [];
    }),
  );
  const asked = moved.map(({ device, state, from }) => ({ device, from: quarterOf(state?.figures?.until ?? from) }));
  const subjects = await movementSubjects(tx, asked);
  const made: Made[] = [];
  for (const start of moved) {
    const model = models.get(start.hardwareId);
    // A model that reports no positions has no segments.
    if (!model) continue;
    const { device, companyId } = start;
    made.push(
      ...segmentsFrom(start, fixes.get(device) ?? [], model, {
        index: indexes.of(companyId),
        company: settings.get(companyId) ?? [],
        readings: readings.get(device),
        spans: subjects.get(device) ?? [],
      }),
    );
    // The messages that arrived meanwhile are handled first.
    await nextTurn();
  }
  await writeSegments(tx, made);
  return made;
}

const modelsOf = ({ apps }: Kit): ReadonlyMap<number, TrackedModel> =>
  new Map(
    apps.flatMap(({ hardware = [] }) =>
      hardware.flatMap((model) => {
        const maxSpeed = maxSpeedOf(model);
        if (maxSpeed === null) return [];
        return [[model.id, { reports: model, maxSpeed, kept: keptSettingsOf(model) }] as const];
      }),
    ),
  );
