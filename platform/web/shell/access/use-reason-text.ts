import type { DenialReason } from '#platform/common/access.ts';
import { usePermissionNames } from '../../i18n/permission-names.ts';
import { useKitText } from '../../i18n/texts.ts';

type Simple = Exclude<DenialReason, { kind: 'no-way' }>;

/** Returns a function that describes a denial reason in a sentence. */
export function useDenialReason(): (one: Simple) => string {
  const t = useKitText();
  const words = usePermissionNames();
  const named = (module: string, entity: string, action: string) =>
    t('denied.permission', {
      module: words.module(module),
      entity: words.entity(module, entity),
      action: words.action(module, action),
    });
  return (one) => {
    switch (one.kind) {
      case 'app-not-held':
      case 'app-not-offered':
      case 'app-role':
        return t(`denied.reason.${one.kind}`, { app: words.module(one.app) });
      case 'role': {
        const [, module = '', entity = '', ...action] = one.permission.split('_');
        return t('denied.reason.role', { permission: named(module, entity, action.join('-')) });
      }
      case 'group': {
        const [module = '', entity = '', action = ''] = one.ability.split('.');
        return t('denied.reason.group', { permission: named(module, entity, action) });
      }
      case 'admin-type':
        return t('denied.reason.admin-type', {
          types: one.types.map((type) => t(`adminTypes.${type}`)).join(t('list.comma')),
        });
      case 'no-provider':
        return t('denied.reason.no-provider', {
          types: one.types.map((type) => t(`companyTypes.${type}`)).join(t('list.comma')),
        });
      case 'company-type': {
        const types = one.types.map((type) => t(`companyTypes.${type}`)).join(t('list.comma'));
        return t(one.not ? 'denied.reason.not-company-type' : 'denied.reason.company-type', { types });
      }
      default:
        return t(`denied.reason.${one.kind}`);
    }
  };
}
