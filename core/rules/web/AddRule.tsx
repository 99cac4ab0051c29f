import { IconPlus } from '@tabler/icons-react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { AppLinkButton } from '#platform/web/ui/page/AppLinkButton.tsx';
import { mayWithRule, ruleSource } from './source.ts';
import { useText } from './texts.ts';

/** Leads to the form of a new rule of one of the apps, of a device if it is given. */
export function AddRule({ apps, deviceId }: { apps: readonly AppManifest[]; deviceId?: number }) {
  const t = useText();
  // Renders again when the session changes.
  useMe();
  const query = deviceId === undefined ? '' : `?device=${deviceId}`;
  const targets = apps.flatMap((app) => {
    const source = mayWithRule({ app: app.id }, 'create') ? ruleSource(app) : undefined;
    return source ? [{ app, to: `${source.addresses.create}${query}` }] : [];
  });
  return (
    <AppLinkButton targets={targets} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
      {t(deviceId === undefined ? 'rules.create' : 'rules.createForDevice')}
    </AppLinkButton>
  );
}
