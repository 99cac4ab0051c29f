import { Alert, Button, FileButton, Group, List, Select, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { fold } from '#platform/common/search/search.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { numberLocale, useFormats } from '#platform/web/i18n/formats.ts';
import type { Language } from '#platform/web/i18n/i18n.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { readTable, UnreadableTable } from '#platform/web/ui/import/read-table.ts';
import { csvOf } from '#platform/web/ui/list/export/csv.ts';
import { download } from '#platform/web/ui/list/export/download.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { api, useText } from './api.ts';
import { readSaleLines } from './sale-lines.ts';

const shownFaults = 20;
const none = { sold: 0, faults: [] };

/** Reads the list of a merchant: which codes were sold, and when. */
export function SalesPanel({ onClose }: { onClose(): void }) {
  const t = useText();
  const merchants = useData(api.package.merchants, {}, { silent: true });
  const [merchant, setMerchant] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const send = useAction(api.package.sold, { invalidates: [api.package.external], keyed: true });
  const [result, setResult] = useState<{ sold: number; faults: { line: number; word: string }[] } | null>(null);

  async function take(file: File | null): Promise<void> {
    if (!file || merchant === null) return;
    setFault(null);
    try {
      const sales = readSaleLines(await readTable(file), {
        code: [fold('code'), fold(t('code'))],
        soldAt: ['soldat', 'sold at', fold(t('columns.soldAt'))],
        receipt: ['receipt', fold(t('receipt'))],
      });
      if (!sales) return setFault(t('noLines'));
      const lines = sales.lines.map(({ place: _place, ...line }) => line);
      const read = lines.length > 0 ? await send.ask({ body: { merchantId: Number(merchant), lines } }) : none;
      // The server counts the lines that it received; people count those of the file.
      const refused = read.faults.map(({ line, word }) => ({ line: sales.lines[line]?.place ?? line, word }));
      setResult({ sold: read.sold, faults: [...sales.faults, ...refused].sort((a, b) => a.line - b.line) });
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error;
      setFault(t('unreadable'));
    }
  }

  return (
    <SidePanel title={t('readSales')} onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('salesHint')}
        </Text>
        <Select
          label={t('columns.merchant')}
          data={(merchants.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={merchant}
          onChange={setMerchant}
          searchable
        />
        <FileButton onChange={(file) => void take(file)} accept=".csv,.xlsx">
          {(props) => (
            <Button
              {...props}
              disabled={merchant === null}
              loading={send.pending}
              leftSection={<IconFileImport size={iconSizes.md} aria-hidden />}
            >
              {t('chooseFile')}
            </Button>
          )}
        </FileButton>
        <CommissionReport />
        {fault && (
          <Alert color="red" variant="light" role="alert">
            {fault}
          </Alert>
        )}
        {result && (
          <Alert variant="light" role="status" title={t('marked', { count: result.sold })}>
            <List size="sm">
              {result.faults.slice(0, shownFaults).map(({ line, word }) => (
                <List.Item key={line}>{t(`saleFaults.${word as 'invalidCode'}`, { line: line + 2 })}</List.Item>
              ))}
            </List>
            {result.faults.length > shownFaults && t('moreFaults', { count: result.faults.length - shownFaults })}
          </Alert>
        )}
      </Stack>
    </SidePanel>
  );
}

/** What merchants owe for a month, as a file. */
function CommissionReport() {
  const t = useText();
  const { language } = useFormats();
  const months = useMemo(() => lastMonths(language), [language]);
  const [month, setMonth] = useState(months[0]?.value ?? null);
  const [pending, setPending] = useState(false);
  async function save(): Promise<void> {
    if (month === null) return;
    setPending(true);
    try {
      const rows = await api.package.commission.send({ query: { month } });
      const head = (['merchant', 'sold', 'redeemed', 'amount', 'commission', 'due'] as const).map((name) =>
        t(`report.${name}`),
      );
      const lines = rows.map(({ merchant, sold, redeemed, amount, commission, due }) =>
        [merchant.name, sold, redeemed, amount, commission, due].map(String),
      );
      download(`commission-${month}.csv`, csvOf([head, ...lines]));
    } finally {
      setPending(false);
    }
  }
  return (
    <Group align="flex-end">
      <Select label={t('commissionOf')} data={months} value={month} onChange={setMonth} allowDeselect={false} />
      <Button variant="default" loading={pending} onClick={() => void save()}>
        {t('saveReport')}
      </Button>
    </Group>
  );
}

function lastMonths(language: Language): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(numberLocale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const now = new Date();
  return Array.from({ length: 12 }, (_, ago) => {
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
    return { value: at.toISOString().slice(0, 7), label: format.format(at) };
  });
}
