import { SegmentedControl, Text } from '@mantine/core';
import { z } from 'zod';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import type { CompanyRequest } from '../../common/company-request.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { changedTerms, draftOfTerms, TermsFields, termsDraft } from './TermsFields.tsx';

type Props = { companyId: number; request: CompanyRequest; onSaved?(): void };

const draft = termsDraft.extend({ contractStatus: z.enum(['Active', 'Inactive']) });

/** The contract of an engaged relation: the client sets its terms, each side may suspend it. */
export function ContractForm({ companyId, request, onSaved }: Props) {
  const t = useText();
  const isClient = request.side === 'provider';
  const save = useAction(api.companyRequest.contract, { invalidates: [api.company.list, api.company.get] });
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: { ...draftOfTerms(request), contractStatus: request.contractStatus ?? 'Active' },
    save: ({ contractStatus, ...terms }) =>
      save.ask({
        params: { id: companyId, requestId: request.id },
        body: { ...(isClient ? changedTerms(terms, request) : {}), contractStatus },
      }),
    ...(onSaved ? { onSaved } : {}),
  });
  const { withAsterisk: _plain, label, ...status } = form.field('contractStatus');
  return (
    <EntityForm form={form}>
      <Text c="dimmed">{t(isClient ? 'contract.asClient' : 'contract.asProvider')}</Text>
      <TermsFields form={form} disabled={!isClient} />
      <SegmentedControl
        {...status}
        fullWidth
        aria-label={label}
        data={(['Active', 'Inactive'] as const).map((value) => ({
          value,
          label: t(`values.contractStatus.${value}`),
        }))}
      />
    </EntityForm>
  );
}
