import { useMemo } from 'react';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { Command } from '../common/command.ts';

/** The text of a command: `commands.<method>.<value>` or `commands.<method>` of the app, else of the devices slice. */
export function useCommandText(app: string): (command: Pick<Command, 'method' | 'params'>) => string {
  const appTexts = useLabels(app);
  const sharedTexts = useLabels('devices');
  return useMemo(
    () =>
      ({ method, params }) => {
        const values = (typeof params === 'object' && params !== null ? params : {}) as Record<string, unknown>;
        const [first] = Object.values(values);
        for (const texts of [appTexts, sharedTexts])
          for (const key of [`commands.${method}.${first}`, `commands.${method}`])
            if (texts.has(key)) return texts.label(key, values);
        return method;
      },
    [appTexts, sharedTexts],
  );
}
