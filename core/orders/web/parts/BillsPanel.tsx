import { Button, Group, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Money } from '#core/market/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { iconSizes, meaningColors } from '#platform/web/theme.ts';
import { saveFile } from '#platform/web/ui/attachments/open-file.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { BillRow } from '../../common/bill.ts';
import type { OrderDetail } from '../../common/order.ts';
import { api, useText } from '../api.ts';

type Bill = Pick<BillRow, 'kind' | 'number' | 'total' | 'dueOn' | 'overdue'> & { issuedAt: string | null };
const languages = ['en', 'ar'] as const;

/** The bills of an order, each in both languages; before the invoice is issued its pro forma. */
export function BillsPanel({ order }: { order: OrderDetail }) {
  const t = useText();
  const params = { companyId: order.companyId, id: order.id };
  const query = useData(api.bill.ofOrder, { params }, { silent: true });
  useLiveRefetch(['orders'], api.bill.ofOrder.key({ params }));
  if (!query.data) return <QueryBoundary of={query} />;
  const { number, total, status } = order;
  const proforma = { kind: 'proforma', number, total, dueOn: null, overdue: false, issuedAt: null } as const;
  const bills: Bill[] = query.data.length > 0 || status === 'cancelled' || total === 0 ? query.data : [proforma];
  return (
    <Panel title={t('tabs.bills')}>
      {bills.length === 0 ? (
        <Text c="dimmed">{t('pay.noBills')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={300} type="native" tabIndex={0} aria-label={t('tabs.bills')}>
          <Table aria-label={t('tabs.bills')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('columns.number')}</Table.Th>
                <Table.Th>{t('columns.total')}</Table.Th>
                <Table.Th>{t('pay.downloads')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {bills.map((bill) => (
                <BillLine key={`${bill.kind} ${bill.number}`} bill={bill} params={params} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  );
}

function BillLine({ bill, params }: { bill: Bill; params: { companyId: number; id: number } }) {
  const t = useText();
  const { label } = useLabels('orders');
  const { date } = useFormats();
  const { kind, number, total, issuedAt, dueOn, overdue } = bill;
  const keep = (language: 'en' | 'ar') =>
    saveFile({
      of: api.bill.pdf,
      params,
      query: { kind, language, ...(issuedAt ? { number } : {}) },
      name: `${number}-${language}.pdf`,
    });
  return (
    <Table.Tr>
      <Table.Td>
        <Bdi>{number}</Bdi>
        <Text size="sm" c="dimmed">
          {label(`values.billKind.${kind}`)}
          {issuedAt && (
            <>
              {' · '}
              <Bdi>{date(issuedAt)}</Bdi>
            </>
          )}
        </Text>
        {dueOn && (
          <Text size="sm" {...(overdue ? { c: meaningColors.danger } : { c: 'dimmed' })}>
            {t(overdue ? 'pay.overdueSince' : 'columns.dueOn')} <Bdi>{dueOn.split('-').reverse().join('/')}</Bdi>
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Money of={total} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          {languages.map((language) => (
            <Button
              key={language}
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
              aria-label={t(`pay.download.${language}`, { number })}
              onClick={() => void keep(language)}
            >
              {t(`pay.language.${language}`)}
            </Button>
          ))}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
