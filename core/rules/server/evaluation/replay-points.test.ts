import { expect, test } from 'vitest';
import { sensorRegistry } from '#core/devices/server/api.ts';
import type { Rule } from '../../common/rule.ts';
import { compileRule } from '../definitions/rule-cache.ts';
import { replayPoints } from './replay-points.ts';

test('a replay of many points leaves time to the other work of the process', async () => {
  const silences = Array.from({ length: 20 }, (_, n) => ({ noDataFrom: null, seconds: 100 + n }));
  const rule: Rule = {
    id: 1,
    companyId: null,
    app: 'sample',
    class: 'operational',
    kind: 'replayed',
    names: null,
    solutionId: null,
    hardwareId: null,
    templateVersionId: null,
    structureId: null,
    deviceId: null,
    levels: [{ severity: 'poor', condition: { any: silences }, trigger: { type: 'simple' } }],
    clear: { forSeconds: 0 },
    scheduleId: null,
    schedule: null,
    actions: [],
    message: null,
  };
  const compiled = compileRule(rule, sensorRegistry([]));
  const points = Array.from({ length: 10_000 }, (_, n) => ({ sensor: 1, t: n * 1000, value: n, word: null }));
  let others = 0;
  const other = setInterval(() => void others++, 1);
  await replayPoints(
    { id: 1, reporting: { movingSeconds: 1, parkedSeconds: 1 }, moving: null },
    compiled,
    { points },
    10_000_000,
  );
  clearInterval(other);
  expect(others).toBeGreaterThan(1);
});
