import { useMemo } from 'react';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { Command } from '../common/command.ts';

/** A command in words: `commands.<method>.<value>` or `commands.<method>` of the app, else of the devices slice. */
export function useCommandText(app: string): (command: Pick<Command, 'method' | 'params'>) => string {
  const own = useLabels(app);
  const common = useLabels('devices');
  return useMemo(
    () =>
      ({ method, params }) => {
        const [first] = Object.values(typeof params === 'object' && params !== null ? params : {});
        for (const texts of [own, common])
          for (const key of [`commands.${method}.${first}`, `commands.${method}`])
            if (texts.has(key)) return texts.label(key);
        return method;
      },
    [own, common],
  );
}
