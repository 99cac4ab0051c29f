import { IconPlus } from '@tabler/icons-react';
import { addAccess } from '#core/devices/common/device.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { currentDenial } from '#platform/web/session/session.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { AppLinkButton } from '#platform/web/ui/page/AppLinkButton.tsx';
import { addDeviceAddress } from '../addresses.ts';
import { useText } from '../texts.ts';

/** Leads to the page of one of the apps that adds a device. */
export function AddDevice({ apps }: { apps: readonly AppManifest[] }) {
  const t = useText();
  // Renders again when the session changes.
  useMe();
  const targets = apps
    .filter(({ id }) => currentDenial(addAccess(id), { app: id }) === null)
    .map((app) => ({ app, to: addDeviceAddress(app) }));
  return (
    <AppLinkButton targets={targets} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
      {t('pages.devices-add')}
    </AppLinkButton>
  );
}
