import { companyTypeOf } from '#core/accounts/server/api.ts';
import { settingOf, settingHandlers as stored } from '#platform/server/records/app-settings.ts';
import { invalid } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import { settingKindOf, settingOfKind, settings } from '../../common/settings/setting.ts';
import type { settingRoutes } from '../../common/settings/setting-routes.ts';

const handlers = stored(settings);
const kindOf = async ({ tx, actor }: Pick<Context, 'tx' | 'actor'>) =>
  settingKindOf(await companyTypeOf(tx, companyOf(actor)));

export const settingHandlers: Handlers<typeof settingRoutes> = {
  get: async (context) => settingOfKind(await kindOf(context), await handlers.get(context)),
  async update(context) {
    const { tx, actor, body } = context;
    const kind = await kindOf(context);
    const { kind: stated, ...values } = body;
    if (stated !== kind) throw invalid('kind', 'invalid');
    const all = await settingOf(tx, settings, companyOf(actor));
    return settingOfKind(kind, await handlers.update({ tx, actor, body: { ...all, ...values } }));
  },
};
