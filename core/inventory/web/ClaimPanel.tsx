import { Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { serialNumber } from '#core/devices/common/serial.ts';
import { deviceAppearance, ScanButton } from '#core/devices/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { claimKey } from '../common/provisioning.ts';
import { api } from './api.ts';
import { useText } from './texts.ts';

const schema = z.object({ serial: serialNumber(), key: claimKey() });

/** Takes over a device with the serial number and key of its label, then opens its page. */
export function ClaimPanel({ onClose }: { onClose(): void }) {
  const t = useText();
  const navigate = useNavigate();
  const claim = useAction(api.claim.claim);
  const form = useEntityForm(schema, {
    // The texts of serial numbers.
    namespace: 'devices',
    initial: { serial: '', key: '' },
    save: async (body) => {
      const address = deviceAppearance.addressOf(await claim.ask({ body }));
      // Navigates after the form has cleared its unsaved state, which would block it.
      setTimeout(() => void navigate(address));
    },
    onSaved: onClose,
  });
  const scanned = (serial: string, label: string) => {
    form.set('serial', serial);
    const key = URL.parse(label.trim())?.searchParams.get('k');
    if (key) form.set('key', key);
  };
  return (
    <SidePanel title={t('claim.title')} onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('claim.text')}
        </Text>
        <EntityForm form={form} submitLabel={t('claim.submit')}>
          <TextInput
            {...form.field('serial')}
            dir="ltr"
            rightSection={<ScanButton onSerial={scanned} />}
            rightSectionWidth={sizes.touch}
          />
          <TextInput {...form.field('key')} dir="ltr" maxLength={14} />
        </EntityForm>
      </Stack>
    </SidePanel>
  );
}
