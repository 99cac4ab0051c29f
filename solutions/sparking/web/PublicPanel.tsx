import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { QrCode } from '#platform/web/ui/images/QrCode.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { CopyTextButton } from '#platform/web/ui/values/CopyTextButton.tsx';
import type { ShownLocation } from '../common/location.ts';
import { api, useText } from './api.ts';

type Props = { location: Pick<ShownLocation, 'id' | 'public' | 'publicSlots'> };

/** The public page of a car park with its QR code, and the addresses of its feeds. */
export function PublicPanel({ location }: Props) {
  const t = useText();
  return (
    <Can access={api.public.link.route.access}>
      <Panel title={t('publicPage')}>
        {location.public ? <PublicLink location={location} /> : <Text c="dimmed">{t('notPublic')}</Text>}
      </Panel>
    </Can>
  );
}

function PublicLink({ location: { id, publicSlots } }: Props) {
  const t = useText();
  const params = { id };
  const [asked, setAsked] = useState(false);
  const query = useData(api.public.link, { params });
  const renew = useAction(api.public.renew, {
    invalidates: [api.public.link],
    onDone: () => setAsked(false),
    notice: () => t('linkReplaced'),
  });
  if (!query.data) return <QueryBoundary of={query} />;
  const url = `${window.location.origin}/parking/${query.data.token}`;
  const feeds = query.data.urls.filter((one) => one.endsWith('.json') || (publicSlots && one.endsWith('.geojson')));
  return (
    <Stack align="start">
      <QrCode text={url} label={t('publicQr')} />
      <Anchor href={url} target="_blank" rel="noreferrer" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Anchor>
      <Group gap="xs">
        <CopyTextButton value={url} label={t('copyPublic')} />
        <Button
          component="a"
          variant="default"
          href={`${url}?kiosk`}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={iconSizes.md} aria-hidden />}
        >
          {t('kiosk')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={iconSizes.md} aria-hidden />}
          onClick={() => setAsked(true)}
        >
          {t('replaceLink')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('feedsHint')}
      </Text>
      {feeds.map((feed) => (
        <Text key={feed} size="sm" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
          {feed}
        </Text>
      ))}
      <ConfirmDialog
        opened={asked}
        title={t('replaceLink')}
        message={t('replaceLinkText')}
        confirmLabel={t('replaceLink')}
        pending={renew.pending}
        onConfirm={() => renew.run({ params })}
        onCancel={() => setAsked(false)}
      />
    </Stack>
  );
}
