import { useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usualAddress } from '#platform/common/pages/placed-pages.ts';
import { canDo } from '#platform/common/permission-key.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { currentDenial, registeredApps } from '#platform/web/session/session.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import type { RuleRow, ruleRoutes } from '../common/rule.ts';
import { rulePaths, rulesAddressOf } from '../common/rule-paths.ts';

type Mounted = { rule: ReturnType<typeof ruleRoutes> };
export type RuleCalls = Client<Mounted>['rule'];
const calls = mountedCalls<Mounted>('rule');

/** An app with the calls and addresses of its alarm rules. */
export type RuleSource = {
  app: AppManifest;
  calls: RuleCalls;
  addresses: { list: string; create: string; edit(id: number): string };
};

const cached = new WeakMap<AppManifest, RuleSource>();

/** Returns the same object each time; undefined for an app without rules. */
export function ruleSource(app: AppManifest): RuleSource | undefined {
  const found = cached.get(app);
  if (found || !calls.areIn(app)) return found;
  const source: RuleSource = {
    app,
    calls: calls.of(app).rule,
    addresses: {
      list: rulesAddressOf(app),
      create: usualAddress(app, rulePaths.create),
      edit: (id) => usualAddress(app, rulePaths.edit, { id }),
    },
  };
  cached.set(app, source);
  return source;
}

/** The rules of the current page's app. Throws outside of an app with rules. */
export function useRuleSource(): RuleSource {
  const app = usePageHandle()?.app;
  const source = app && ruleSource(app);
  if (!source) throw new Error('A page of rules stands in an app that mounts them');
  return source;
}

type OfApp = Pick<RuleRow, 'app'> & Partial<Pick<RuleRow, 'structure' | 'device'>>;

/** Whether the person may do this with a rule: by the abilities of its app, and of its structure if it names one. */
export const mayWithRule = ({ app, structure, device }: OfApp, action: string): boolean =>
  currentDenial(canDo(`${app}.rule`, action), {
    app,
    // The structure of a device is not known here; the server asks for it.
    ...(structure === undefined || device ? {} : { resource: structure?.id ?? null }),
  }) === null;

/** The apps whose rules the person may read; the same array until the session changes. */
export function useAppsWithRules(): readonly AppManifest[] {
  const { session } = useMe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may be read depends on the session
  return useMemo(
    () => registeredApps().filter((app) => ruleSource(app) && mayWithRule({ app: app.id }, 'read')),
    [session],
  );
}
