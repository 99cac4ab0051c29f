import { Button, Group, Modal, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Place } from '#platform/web/shell/layout/Place.tsx';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { useText } from '../../text.ts';
import { LeavingPersonProvider } from './leaving-person.ts';

type Props = {
  person: { id: number; name: string };
  title: string;
  message: string;
  confirmLabel?: string;
  /** The account has ended. */
  left: boolean;
  pending: boolean;
  onLeave(): void;
  onClose(): void;
};

/** Asks before a person leaves, shows what they lose in other slices, and follows the progress. */
export function LeavingDialog({ person: { id, name }, left, onClose, ...dialog }: Props) {
  const t = useText();
  const kit = useKitText();
  const [loses, setLoses] = useState(false);
  const onLoses = useCallback(() => setLoses(true), []);
  const leaving = useMemo(() => ({ id, left, onLoses }), [id, left, onLoses]);
  const followsNothing = left && !loses;
  useEffect(() => {
    if (followsNothing) onClose();
  }, [followsNothing, onClose]);
  const consequences = (
    <LeavingPersonProvider value={leaving}>
      <Place name="person-leaves" />
    </LeavingPersonProvider>
  );
  if (!left) {
    const { onLeave, ...asked } = dialog;
    return (
      <ConfirmDialog opened {...asked} entityName={name} onConfirm={onLeave} onCancel={onClose}>
        {consequences}
      </ConfirmDialog>
    );
  }
  return (
    <Modal opened onClose={onClose} title={<bdi>{name}</bdi>} closeButtonProps={{ 'aria-label': kit('actions.close') }}>
      <Text>{t('staff.leftText')}</Text>
      {consequences}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {kit('actions.close')}
        </Button>
      </Group>
    </Modal>
  );
}
