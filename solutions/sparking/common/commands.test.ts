import { expect, test } from 'vitest';
import { acceptsCommand } from '#core/devices/common/commands/accepts-command.ts';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { commands } from './commands.ts';

test('each model is offered the commands that it is known to take', () => {
  const offered = (model: number) =>
    Object.entries<CommandSpec>(commands).flatMap(([name, spec]) => (acceptsCommand(spec, 23, model) ? name : []));
  expect(offered(2301)).toEqual(['recalibrate', 'config', 'reboot']);
  expect(offered(2303)).toEqual(['reboot']);
  // Bosch documents none in public that could be tested.
  expect(offered(2305)).toEqual([]);
});
