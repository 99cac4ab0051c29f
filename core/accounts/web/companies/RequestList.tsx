import { Anchor, Group } from '@mantine/core';
import {
  IconCheck,
  IconFileText,
  IconInbox,
  IconLinkOff,
  IconPackage,
  IconSend,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { canDo } from '#platform/common/define-entity.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/Bdi.tsx';
import { ConfirmDialog } from '#platform/web/ui/ConfirmDialog.tsx';
import { ago, cell } from '#platform/web/ui/list/columns.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type RowAction, rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { StatusChip } from '#platform/web/ui/StatusChip.tsx';
import { requestTypes } from '../../common/company-kinds.ts';
import { type CompanyRequest, type RequestStep, requestStatuses } from '../../common/company-request.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { ContractDialog } from './ContractDialog.tsx';
import { ContractChip, PeriodText } from './company-cells.tsx';
import { addresses, useOwnCompany } from './own-company.ts';

const tones = { engaged: 'good', pending: 'poor', rejected: 'none', cancelled: 'none', disengaged: 'none' } as const;

function Other({ row }: { value: unknown; row: CompanyRequest }) {
  if (!row.company) return <Bdi>{row.destinationEmail}</Bdi>;
  if (row.status !== 'engaged') return <bdi>{row.company.name}</bdi>;
  return (
    <Anchor component={Link} to={addresses.profile(row.company.id)} fw={550} inherit>
      <bdi>{row.company.name}</bdi>
    </Anchor>
  );
}
/** An engagement is named by what the other company is to be, which is what the reader decides on. */
const askedKey = ({ type, side }: CompanyRequest) =>
  type === 'ProviderEngagement' || type === 'ClientEngagement'
    ? (`values.engagement.${side}` as const)
    : (`values.requestType.${type}` as const);

function Asked({ row }: { value: unknown; row: CompanyRequest }) {
  const t = useText();
  const Icon = row.direction === 'sent' ? IconSend : IconInbox;
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={iconSizes.sm} aria-label={t(`values.direction.${row.direction}`)} />
      <span>{t(askedKey(row))}</span>
    </Group>
  );
}
function Contract({ row }: { value: unknown; row: CompanyRequest }) {
  if (row.type === 'Device' || row.type === 'CancelContract') return <>–</>;
  if (row.contractStatus === 'Inactive') return <ContractChip value="Inactive" />;
  return <PeriodText from={row.contractFrom} to={row.contractTo} />;
}
const Status = ({ value }: { value: CompanyRequest['status'] }) => (
  <StatusChip value={value} field="requestStatus" namespace="accounts" tones={tones} />
);
const nameOf = (row: CompanyRequest) => row.company?.name ?? row.destinationEmail ?? '';

type Question = { step: 'disengage' | 'reject' | 'cancel'; row: CompanyRequest };

/** Requests of a company with the steps that it may take on each. */
export function RequestList({ companyId }: { companyId: number }) {
  const t = useText();
  const own = useOwnCompany() === companyId;
  const [question, setQuestion] = useState<Question | null>(null);
  const [contract, setContract] = useState<CompanyRequest | null>(null);
  const touches = { touches: [api.company.list] };
  const engage = useAction(api.companyRequest.engage, touches);
  const service = useAction(api.companyRequest.service);
  const at = (row: CompanyRequest) => ({ params: { id: companyId, requestId: row.id } });

  const step = (key: string, name: RequestStep, action: Pick<RowAction<CompanyRequest>, 'icon' | 'run' | 'danger'>) =>
    rowAction<CompanyRequest>(key, {
      ...action,
      access: canDo('company.request', name),
      shown: (row) => own && row.allowed.includes(name),
    });
  const asks = (of: Question['step']) => (row: CompanyRequest) => {
    setQuestion({ step: of, row });
    return undefined;
  };
  const actions = [
    step('accept', 'engage', { icon: IconCheck, run: (row) => engage.ask({ ...at(row), body: {} }) }),
    step('serve', 'service', { icon: IconPackage, run: (row) => service.ask({ ...at(row), body: {} }) }),
    step('reject', 'handle', { icon: IconX, danger: true, run: asks('reject') }),
    step('withdraw', 'cancel', { icon: IconTrash, danger: true, run: asks('cancel') }),
    step('contract', 'contract', {
      icon: IconFileText,
      run: (row) => {
        setContract(row);
        return undefined;
      },
    }),
    step('disengage', 'disengage', { icon: IconLinkOff, danger: true, run: asks('disengage') }),
  ];

  return (
    <>
      <ListView
        of={{ list: api.companyRequest.list }}
        params={{ id: companyId }}
        columns={[
          cell<CompanyRequest>('company', Other, { text: nameOf }),
          cell<CompanyRequest>('type', Asked, { text: (row) => t(askedKey(row)) }),
          { field: 'direction', hidden: true },
          cell<CompanyRequest>('status', Status, { width: 1 }),
          cell<CompanyRequest>('contract', Contract, {
            text: (row) => `${row.contractFrom ?? ''} ${row.contractTo ?? ''}`,
          }),
          'message',
          ago('createdAt', { width: 1 }),
        ]}
        filters={[
          { field: 'direction', kind: 'select', options: ['received', 'sent'], single: true },
          {
            field: 'type',
            kind: 'select',
            options: requestTypes.map((value) => ({ value, label: t(`values.requestType.${value}`) })),
          },
          {
            field: 'status',
            kind: 'select',
            options: requestStatuses.map((value) => ({ value, label: t(`values.requestStatus.${value}`) })),
          },
          { field: 'createdAt', kind: 'dateRange' },
        ]}
        rowActions={actions}
        exports
      />
      {question && <StepDialog companyId={companyId} {...question} onClose={() => setQuestion(null)} />}
      {contract && <ContractDialog companyId={companyId} request={contract} onClose={() => setContract(null)} />}
    </>
  );
}

function StepDialog({ companyId, step, row, onClose }: Question & { companyId: number; onClose(): void }) {
  const t = useText();
  const done = { touches: [api.company.list], onDone: onClose, onError: onClose };
  const disengage = useAction(api.companyRequest.disengage, done);
  const handle = useAction(api.companyRequest.handle, done);
  const cancel = useAction(api.companyRequest.cancel, done);
  const params = { id: companyId, requestId: row.id };
  const confirm = () => {
    if (step === 'disengage') disengage.run({ params, body: {} });
    else if (step === 'reject') handle.run({ params, body: { decision: 'reject' } });
    else cancel.run({ params, body: {} });
  };
  return (
    <ConfirmDialog
      opened
      title={t(`requests.${step}.title`)}
      message={t(`requests.${step}.text`)}
      entityName={nameOf(row)}
      confirmLabel={t(`requests.${step}.confirm`)}
      pending={disengage.pending || handle.pending || cancel.pending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
