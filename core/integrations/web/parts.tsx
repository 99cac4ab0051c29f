import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';

export const ConnectorCommands = lazyPart(() =>
  import('./ConnectorCommands.tsx').then((module) => module.ConnectorCommands),
);
