import { Button, Group, Modal, Text } from '@mantine/core';
import { useKitText } from '../i18n/texts.ts';

/** A part of the program did not load: a newer version is there. */
export function RefreshDialog() {
  const t = useKitText();
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title={t('states.newVersionTitle')}>
      <Text>{t('states.newVersion')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={() => window.location.reload()} data-autofocus>
          {t('actions.refresh')}
        </Button>
      </Group>
    </Modal>
  );
}
