import { Button, Group, Modal, Text } from '@mantine/core';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useText } from './api.ts';
import type { Replacement } from './use-plan-files.ts';

type Props = {
  replacement: Replacement | null;
  pending: boolean;
  onAnswer(devices?: 'keep' | 'clear'): void;
  onCancel(): void;
};

/** Asks whether to replace a picture, and whether to keep the devices if the aspect ratio differs. */
export function ReplaceDialog({ replacement, pending, onAnswer, onCancel }: Props) {
  const t = useText();
  const kitText = useKitText();
  return (
    <Modal
      opened={replacement !== null}
      onClose={onCancel}
      title={t('replace.title')}
      closeButtonProps={{ 'aria-label': kitText('actions.close') }}
    >
      <Text>{replacement?.otherRatio ? t('replace.otherRatio') : t('replace.text')}</Text>
      <Text fw={600} mt="xs">
        <bdi>{replacement?.layout.name}</bdi>
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {kitText('actions.cancel')}
        </Button>
        {replacement?.otherRatio && (
          <Button variant="default" loading={pending} onClick={() => onAnswer('clear')}>
            {t('replace.clear')}
          </Button>
        )}
        <Button loading={pending} data-autofocus onClick={() => onAnswer(replacement?.otherRatio ? 'keep' : undefined)}>
          {replacement?.otherRatio ? t('replace.keep') : t('replace.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}
