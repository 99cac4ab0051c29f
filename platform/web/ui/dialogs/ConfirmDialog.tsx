import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { meaningColors } from '../../theme.ts';

type Props = {
  opened: boolean;
  title: string;
  message: string;
  /** The name of the record, emphasized below the message. */
  entityName?: string | undefined;
  confirmLabel?: string;
  cancelLabel?: string;
  /** The action is destructive. */
  danger?: boolean;
  pending?: boolean;
  /** Further fields, such as a reason. */
  children?: ReactNode;
  onConfirm(): void;
  onCancel(): void;
};

/** A confirmation of an action that cannot be undone. Esc cancels, Enter confirms. */
export function ConfirmDialog({
  opened,
  title,
  message,
  entityName,
  confirmLabel,
  cancelLabel,
  danger = true,
  pending = false,
  children,
  onConfirm,
  onCancel,
}: Props) {
  const t = useKitText();
  return (
    <Modal opened={opened} onClose={onCancel} title={title} closeButtonProps={{ 'aria-label': t('actions.close') }}>
      <Text>{message}</Text>
      {entityName && (
        <Text fw={600} mt="xs">
          <bdi>{entityName}</bdi>
        </Text>
      )}
      {children}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {cancelLabel ?? t('actions.cancel')}
        </Button>
        <Button
          {...(danger ? { color: meaningColors.danger } : {})}
          onClick={onConfirm}
          loading={pending}
          data-autofocus
        >
          {confirmLabel ?? t('actions.delete')}
        </Button>
      </Group>
    </Modal>
  );
}
