import { hasColleague } from '#core/accounts/server/api.ts';
import { deviceProgress } from '#core/devices/server/api.ts';
import { hasStructure } from '#core/places/server/api.ts';
import { rulePaths } from '#core/rules/common/rule-paths.ts';
import { hasRule } from '#core/rules/server/api.ts';
import { usualPage } from '#platform/common/pages/placed-pages.ts';
import { visibleApps } from '#platform/server/kit.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import type { gettingStartedRoutes, StartStep } from '../common/getting-started.ts';

/**
 * Derives each step from the records of the current company; for a provider that acts for no customer, also from those
 * of its customers.
 */
export const gettingStartedHandlers: Handlers<typeof gettingStartedRoutes> = {
  async read({ tx, kit, actor }) {
    const companyId = companyOf(actor);
    const { companies } = actor.scope;
    const served = companies === 'all' ? [companyId] : companies;
    const held = visibleApps(kit).filter(({ id, hardware }) => hardware && actor.session.apps.includes(id));
    const { device, connected, shown } = await deviceProgress(tx, served);
    const app = held.find(({ id }) => id === device?.app) ?? held[0];
    const done: Record<StartStep, boolean> = {
      structure: await hasStructure(tx, served),
      app: held.length > 0,
      device: device !== null,
      connect: connected,
      value: shown,
      rule: await hasRule(tx, served),
      colleague: await hasColleague(tx, companyId),
    };
    const hasRulePage = app !== undefined && usualPage(app, rulePaths.create) !== undefined;
    return {
      steps: (Object.keys(done) as StartStep[])
        .filter((step) => step !== 'rule' || hasRulePage)
        .map((step) => ({ step, done: done[step] })),
      app: app?.id ?? null,
      device: device && device.app === app?.id ? { id: device.id, solutionId: device.solutionId } : null,
    };
  },
};
