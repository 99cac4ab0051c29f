import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#platform/web/client/connection.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import type { CompanyRequest } from '../../common/company-request.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { AbilitiesField } from './AbilitiesField.tsx';
import { DayField } from './DayField.tsx';
import { dayOf, endOfDay } from './own-company.ts';

type Props = { companyId: number; request: CompanyRequest; onClose(): void };

/** The contract of an engaged relation: the client sets its end, each side may suspend it. */
export function ContractDialog({ companyId, request, onClose }: Props) {
  const t = useText();
  const kit = useKitText();
  const isClient = request.side === 'provider';
  const [to, setTo] = useState(dayOf(request.contractTo));
  const [abilities, setAbilities] = useState(request.contractAbilities);
  const [status, setStatus] = useState(request.contractStatus ?? 'Active');
  const [error, setError] = useState<string | null>(null);
  const save = useAction(api.companyRequest.contract, { touches: [api.company.list], onDone: onClose });

  async function submit() {
    const terms = isClient
      ? { contractAbilities: abilities, ...(to === dayOf(request.contractTo) ? {} : { contractTo: endOfDay(to) }) }
      : {};
    try {
      await save.ask({ params: { id: companyId, requestId: request.id }, body: { ...terms, contractStatus: status } });
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      const [first] = failure.errors;
      setError(first ? t(`validation.${first.msg as 'inThePast'}`) : messageOf(failure));
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contract.title')}
      closeButtonProps={{ 'aria-label': kit('actions.close') }}
    >
      <Stack gap="md">
        <Text c="dimmed">{t(isClient ? 'contract.asClient' : 'contract.asProvider')}</Text>
        <DayField
          label={t('contract.to')}
          description={t('contract.toHint')}
          value={to}
          disabled={!isClient}
          onChange={setTo}
        />
        <AbilitiesField value={abilities} disabled={!isClient} onChange={setAbilities} />
        <SegmentedControl
          fullWidth
          aria-label={t('columns.contractStatus')}
          value={status}
          onChange={(value) => setStatus(value as typeof status)}
          data={(['Active', 'Inactive'] as const).map((value) => ({
            value,
            label: t(`values.contractStatus.${value}`),
          }))}
        />
        {error && (
          <Text c="red" size="sm" role="alert">
            {error}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {kit('actions.cancel')}
          </Button>
          <Button onClick={() => void submit()} loading={save.pending}>
            {kit('actions.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
