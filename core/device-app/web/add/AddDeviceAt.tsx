import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { iconSizes } from '#platform/web/theme.ts';
import { devicePaths } from '../../common/device-paths.ts';
import { addDeviceAddress } from '../addresses.ts';
import { useText } from '../texts.ts';
import { appsWith } from '../use-device-app.ts';

/** Leads to the page that adds a device in a structure; renders nothing for people who may not. */
export function AddDeviceAt({ structureId }: { structureId: number }) {
  const t = useText();
  const [app] = appsWith(devicePaths.add);
  if (!app) return null;
  return (
    <Button
      component={Link}
      to={addDeviceAddress(app, structureId)}
      leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
    >
      {t('pages.devices-add')}
    </Button>
  );
}
