import i18next from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { registeredApps } from '#platform/web/session/session.ts';
import type { Command } from '../common/command.ts';

type DescribedCommand = Pick<Command, 'method' | 'params'>;
const shared = 'devices';
const own = 'commands';

/** The texts of commands of any app: `commands.<method>.<value>` or `commands.<method>` of the app, else of the devices slice. */
function useTextsOf(apps: readonly string[]): (app: string, command: DescribedCommand) => string {
  const { t } = useTranslation([...apps, shared]);
  return useMemo(
    () =>
      (app, { method, params }) => {
        const values = (typeof params === 'object' && params !== null ? params : {}) as Record<string, unknown>;
        const [first] = Object.values(values);
        for (const ns of [app, shared])
          for (const key of [`commands.${method}.${first}`, `commands.${method}`])
            if (i18next.exists(key, { ns })) return t(key, { ns, ...values });
        return method;
      },
    [t],
  );
}

/** The text of a command of an app. */
export function useCommandText(app: string): (command: DescribedCommand) => string {
  const textOf = useTextsOf([app]);
  return useMemo(() => (command) => textOf(app, command), [textOf, app]);
}

/** The text of why a command of an app ended, or of a refusal of the app; null without one. */
export function useCommandReason(app: string): (reason: string | null) => string | null {
  const { t } = useTranslation([app, own]);
  return useMemo(
    () => (reason) => {
      for (const [ns, key] of [
        [own, `commandReason.${reason}`],
        [app, `errors.${reason}`],
        [own, `errors.${reason}`],
      ] as const)
        if (reason !== null && i18next.exists(key, { ns })) return t(key, { ns });
      return null;
    },
    [t, app],
  );
}

/** The text of a command of the app that its device belongs to. */
export const useCommandTexts = () => useTextsOf(registeredApps().flatMap(({ id, commands }) => (commands ? [id] : [])));
