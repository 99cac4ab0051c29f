import type { AppManifest } from '#platform/common/define-app.ts';
import { type Client, clientOf } from '#platform/web/client/client-of.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import type { ruleRoutes } from '../../common/rule.ts';

export type RuleCalls = Client<{ rule: ReturnType<typeof ruleRoutes> }>['rule'];

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
  const { rule } = clientOf(app);
  if (found || !rule) return found;
  const path = `${app.web}/rules`;
  const source: RuleSource = {
    app,
    calls: rule as unknown as RuleCalls,
    addresses: { list: `${path}/list`, create: `${path}/create`, edit: (id) => `${path}/${id}/edit` },
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
