import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPlug, IconPlugX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Fitting } from '../common/fitting.ts';
import { FitPanel } from './FitPanel.tsx';
import { useText } from './text.ts';
import { UnfitPanel } from './UnfitPanel.tsx';
import { fittingCalls, hasFittings, useCarriers } from './use-carriers.ts';

type Device = { id: number; name: string; state: string; structure: { id: number } | null };
type Props = { app: AppManifest; device: Device };

/** What the device is fitted to now, with the buttons that change it; nothing in an app without fittings. */
export function FittedIn(props: Props) {
  return hasFittings(props.app) && props.device.state !== 'removed' ? <Fitted {...props} /> : null;
}

function Fitted({ app, device }: Props) {
  const t = useText();
  const calls = fittingCalls(app);
  const [opened, setOpened] = useState<'fit' | 'unfit' | null>(null);
  const list = { limit: 1, total: false, filter: { deviceId: device.id, current: 'true' } };
  const fittings = useData(calls.list, { list }, { silent: true });
  const fitting = fittings.data?.data[0];
  const close = () => setOpened(null);
  const buttons = (
    <Can access={calls.fit.route.access} on={{ resource: device.structure?.id }}>
      <Group gap="xs">
        {fitting && (
          <Button
            variant="default"
            leftSection={<IconPlugX size={iconSizes.md} aria-hidden />}
            onClick={() => setOpened('unfit')}
          >
            {t('unfit')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPlug size={iconSizes.md} aria-hidden />}
          onClick={() => setOpened('fit')}
        >
          {t(fitting ? 'move' : 'fit')}
        </Button>
      </Group>
    </Can>
  );
  return (
    <Panel title={t('fittedIn')} aside={fittings.data && buttons}>
      {fittings.data ? (
        fitting ? (
          <Present app={app} fitting={fitting} />
        ) : (
          <Text c="dimmed">{t('nothing')}</Text>
        )
      ) : (
        <QueryBoundary of={fittings} height="2rem" />
      )}
      {opened === 'fit' && <FitPanel app={app} device={device} onClose={close} />}
      {opened === 'unfit' && fitting && <UnfitPanel calls={calls} fitting={fitting} onClose={close} />}
    </Panel>
  );
}

function Present({ app, fitting: { subject, fromAt, main } }: { app: AppManifest; fitting: Fitting }) {
  const t = useText();
  const { date } = useFormats();
  const carrier = useCarriers(app).find(({ type }) => type === subject.type);
  return (
    <Text>
      {carrier && subject.name !== null ? (
        <Anchor component={Link} to={carrier.addressOf(subject.id)} inherit fw={550}>
          <bdi>{subject.name}</bdi>
        </Anchor>
      ) : (
        t('hidden')
      )}{' '}
      <Text span c="dimmed" inherit>
        {t('since', { since: date(fromAt) })}
        {!main && ` · ${t('second')}`}
      </Text>
    </Text>
  );
}
