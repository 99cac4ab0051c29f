import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { CompanyRequest } from '../../common/company-request.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';

export type Question = {
  step: 'disengage' | 'reject' | 'cancel' | 'serve' | 'endContract' | 'confirm';
  row: CompanyRequest;
};

/** Steps with a comment: the reason, or what was done. */
const explained: Partial<Record<Question['step'], 'reason' | 'note'>> = {
  disengage: 'reason',
  reject: 'reason',
  serve: 'note',
};
const longest = 500;

export const otherCompanyName = (row: CompanyRequest): string => row.company?.name ?? row.destinationEmail ?? '';

/** Asks for confirmation of a step that cannot be undone. */
export function StepDialog({ companyId, step, row, onClose }: Question & { companyId: number; onClose(): void }) {
  const t = useText();
  const [said, setSaid] = useState('');
  const done = { invalidates: [api.company.list], onDone: onClose, onError: onClose };
  const disengage = useAction(api.companyRequest.disengage, done);
  const handle = useAction(api.companyRequest.handle, done);
  const cancel = useAction(api.companyRequest.cancel, done);
  const service = useAction(api.companyRequest.service, done);
  const engage = useAction(api.companyRequest.engage, done);
  const params = { id: companyId, requestId: row.id };
  const reason = said.trim() ? { reason: said.trim() } : {};
  const run: Record<Question['step'], () => void> = {
    disengage: () => disengage.run({ params, body: reason }),
    reject: () => handle.run({ params, body: { decision: 'reject', ...reason } }),
    cancel: () => cancel.run({ params, body: {} }),
    serve: () => service.run({ params, body: said.trim() ? { note: said.trim() } : {} }),
    endContract: () => engage.run({ params, body: {} }),
    confirm: () => engage.run({ params, body: {} }),
  };
  const words = explained[step];
  return (
    <ConfirmDialog
      opened
      title={t(`requests.${step}.title`)}
      message={t(`requests.${step}.text`)}
      entityName={otherCompanyName(row)}
      confirmLabel={t(`requests.${step}.confirm`)}
      danger={step !== 'serve' && step !== 'confirm'}
      pending={[disengage, handle, cancel, service, engage].some((one) => one.pending)}
      onConfirm={run[step]}
      onCancel={onClose}
    >
      {words && (
        <Textarea
          mt="md"
          label={t(`requests.${words}`)}
          description={t('requests.theyRead')}
          value={said}
          onChange={(event) => setSaid(event.currentTarget.value)}
          maxLength={longest}
          autosize
          minRows={2}
          maxRows={6}
        />
      )}
    </ConfirmDialog>
  );
}
