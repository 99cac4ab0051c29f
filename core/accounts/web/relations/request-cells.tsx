import { Anchor, Group } from '@mantine/core';
import { IconInbox, IconSend } from '@tabler/icons-react';
import { Link } from 'react-router';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { CompanyRequest } from '../../common/company-request.ts';
import { ContractChip, PeriodText } from '../companies/company-cells.tsx';
import { addresses } from '../companies/own-company.ts';
import { useText } from '../text.ts';

const tones = { engaged: 'good', pending: 'poor', rejected: 'none', cancelled: 'none', disengaged: 'none' } as const;

export function OtherCompany({ row }: { row: CompanyRequest }) {
  if (!row.company) return <Bdi>{row.destinationEmail}</Bdi>;
  if (row.status !== 'engaged') return <bdi>{row.company.name}</bdi>;
  return (
    <Anchor component={Link} to={addresses.profile(row.company.id)} fw={550} inherit>
      <bdi>{row.company.name}</bdi>
    </Anchor>
  );
}

/** An engagement is named after the future role of the other company, because that is what the reader decides on. */
export const requestTextKey = ({ type, side }: CompanyRequest) =>
  type === 'ProviderEngagement' || type === 'ClientEngagement'
    ? (`values.engagement.${side}` as const)
    : (`values.requestType.${type}` as const);

/** The kind of request, as a link that opens the whole request. */
export function RequestSummary({ row, onOpen }: { row: CompanyRequest; onOpen(): void }) {
  const t = useText();
  const Icon = row.direction === 'sent' ? IconSend : IconInbox;
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={iconSizes.sm} aria-label={t(`values.direction.${row.direction}`)} />
      <Anchor component="button" type="button" inherit ta="start" onClick={onOpen}>
        {t(requestTextKey(row))}
      </Anchor>
    </Group>
  );
}

export function Contract({ row }: { row: CompanyRequest }) {
  if (row.type === 'Device' || row.type === 'CancelContract') return <>–</>;
  if (row.contractStatus === 'Inactive') return <ContractChip value="Inactive" />;
  return <PeriodText from={row.contractFrom} to={row.contractTo} />;
}

export const RequestStatusChip = ({ value }: { value: CompanyRequest['status'] }) => (
  <StatusChip value={value} field="requestStatus" namespace="accounts" tones={tones} />
);
