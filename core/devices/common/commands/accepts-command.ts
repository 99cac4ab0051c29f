import type { CommandSpec } from '../manifest.ts';

type Accepting = Pick<CommandSpec, 'solutions' | 'models'>;
/** Whether devices of a solution and model accept the command. */
export const acceptsCommand = ({ solutions, models }: Accepting, solutionId: number, hardwareId: number): boolean =>
  solutions?.includes(solutionId) !== false && models?.includes(hardwareId) !== false;
