import { Button, Group, Modal, Text } from '@mantine/core';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useText } from './api.ts';
import type { Replacement } from './use-plan-files.ts';

type Props = {
  asked: Replacement | null;
  pending: boolean;
  onAnswer(devices?: 'keep' | 'clear'): void;
  onCancel(): void;
};

/** Whether a picture is replaced, and what becomes of the devices if the new one has another shape. */
export function ReplaceDialog({ asked, pending, onAnswer, onCancel }: Props) {
  const t = useText();
  const kit = useKitText();
  return (
    <Modal
      opened={asked !== null}
      onClose={onCancel}
      title={t('replace.title')}
      closeButtonProps={{ 'aria-label': kit('actions.close') }}
    >
      <Text>{asked?.otherRatio ? t('replace.otherRatio', { count: asked.layout.devices }) : t('replace.text')}</Text>
      <Text fw={600} mt="xs">
        <bdi>{asked?.layout.name}</bdi>
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {kit('actions.cancel')}
        </Button>
        {asked?.otherRatio && (
          <Button variant="default" loading={pending} onClick={() => onAnswer('clear')}>
            {t('replace.clear')}
          </Button>
        )}
        <Button loading={pending} data-autofocus onClick={() => onAnswer(asked?.otherRatio ? 'keep' : undefined)}>
          {asked?.otherRatio ? t('replace.keep') : t('replace.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}
