import { Alert, Button, Group } from '@mantine/core';
import { IconBroadcast, IconLink, IconMap2, IconQrcode } from '@tabler/icons-react';
import { Link } from 'react-router';
import { layout } from '#core/layouts/common/layout.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { ShownLocation } from '../common/location.ts';
import { locationAddress, pairingAddress } from './addresses.ts';
import { api, useText } from './api.ts';

/** What to do with a car park that was just added. */
export function NextSteps({ of, onClose }: { of: ShownLocation; onClose(): void }) {
  const t = useText();
  const kit = useKitText();
  const drawsPlans = usePermitted(layout.can('create'));
  const pairs = usePermitted(api.pairing.pair.route.access, { resource: of.id });
  const tab = (name: string) => `${locationAddress(of.id)}?tab=${name}`;
  const bays = of.byUse.reduce((sum, { total }) => sum + total, 0);
  const hasBays = bays > 0;
  const next = [
    { key: 'plan', to: tab('plan'), Icon: IconMap2, show: hasBays && drawsPlans },
    { key: 'pair', to: pairingAddress(of.id), Icon: IconLink, show: hasBays && pairs },
    { key: 'counters', to: tab('count'), Icon: IconBroadcast, show: of.countMode !== 'slots' || of.total > bays },
    { key: 'publicLink', to: tab('settings'), Icon: IconQrcode, show: of.public },
  ] as const;
  return (
    <Alert
      variant="light"
      role="status"
      title={t('next.title', { name: of.name })}
      withCloseButton
      closeButtonLabel={kit('actions.close')}
      onClose={onClose}
    >
      <Group gap="xs">
        {next
          .filter(({ show }) => show)
          .map(({ key, to, Icon }) => (
            <Button
              key={key}
              component={Link}
              to={to}
              variant="default"
              leftSection={<Icon size={iconSizes.md} aria-hidden />}
            >
              {t(`next.${key}`)}
            </Button>
          ))}
      </Group>
    </Alert>
  );
}
