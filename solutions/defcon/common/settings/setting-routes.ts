import type { AccessRule } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { intrusionSetting } from './setting.ts';

/** A station has the settings of its headquarters. */
const access = (action: string): AccessRule => ({
  ...canDo('defcon.intrusion-setting', action),
  needsCompany: true,
  notCompanyTypes: ['Local Police Station'],
});

export const settingRoutes = {
  get: route.get('/intrusion-setting', { access: access('read'), reply: intrusionSetting }),
  /** Replaces them whole. `kind` has to be that of the company. 409 `changed-meanwhile`. */
  update: route.put('/intrusion-setting', {
    access: access('update'),
    body: intrusionSetting,
    reply: intrusionSetting,
  }),
};
