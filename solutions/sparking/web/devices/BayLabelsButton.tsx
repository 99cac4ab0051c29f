import { Button, Stack, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { PdfButton } from '#core/print/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { api, useText } from '../api.ts';
import { GroupSelect } from '../plan/GroupSelect.tsx';

/** Prints the signs of the bays of a location or of one of its groups, with the codes that installers scan. */
export function BayLabelsButton({ locationId, name }: { locationId: number; name: string }) {
  const t = useText();
  const { language } = useFormats();
  const labels = useAction(api.pairing.labels, {});
  const [opened, setOpened] = useState(false);
  const [groupId, setGroupId] = useState<number | null>(null);
  return (
    <Can access={api.pairing.labels.route.access} on={{ resource: locationId }}>
      <Button
        variant="default"
        leftSection={<IconQrcode size={iconSizes.md} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('labels.print')}
      </Button>
      {opened && (
        <SidePanel title={t('labels.title')} onClose={() => setOpened(false)}>
          <Stack>
            <Text>{t('labels.text')}</Text>
            <GroupSelect
              label={t('labels.group')}
              locationId={locationId}
              value={groupId}
              onChange={setGroupId}
              clearable
            />
            <PdfButton
              label={t('labels.pdf')}
              name={name}
              request={() => {
                const body = { language, ...(groupId === null ? {} : { groupId }) };
                return labels.ask({ params: { id: locationId }, body, silent: 'success' });
              }}
            />
          </Stack>
        </SidePanel>
      )}
    </Can>
  );
}
