import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { PickMany } from '#platform/web/ui/choice/PickMany.tsx';
import type { Colleague } from '../../common/receptor.ts';
import type { ReportRun } from '../../common/run.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

type Props = { companyId: number; run: ReportRun; onClose(): void };

/** Sends a run to colleagues who are chosen now. */
export function SendDialog({ companyId, run, onClose }: Props) {
  const t = useText();
  const kit = useKitText();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const send = useAction(api.run.send, {
    keyed: true,
    notice: (after) => resultOf(after),
    onDone: onClose,
  });
  const resultOf = ({ deliveries }: ReportRun) => {
    const sent = deliveries.filter(({ user, state }) => user && chosen.includes(user.id) && state === 'sent').length;
    return sent === chosen.length ? t('run.sent') : t('run.sentSome', { sent, count: chosen.length });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('run.sendTitle', { name: run.name })}
      closeButtonProps={{ 'aria-label': kit('actions.close') }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('run.sendText')}
        </Text>
        <PickMany
          label={t('run.sendTo')}
          of={api.receptor.people}
          params={{ companyId }}
          isChosen={({ id }: Colleague) => chosen.includes(id)}
          name={({ name }: Colleague) => name}
          onToggle={({ id }: Colleague, on) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          empty={t('run.nobodyToSend')}
          disabled={send.pending}
        />
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {kit('actions.cancel')}
          </Button>
          <Button
            disabled={chosen.length === 0}
            loading={send.pending}
            onClick={() => send.run({ params: { companyId, id: run.id }, body: { userIds: [...chosen] } })}
          >
            {t('run.sendSubmit', { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
