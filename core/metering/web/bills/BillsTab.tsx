import { Group, Select, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { PdfButton } from '#core/print/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Statement } from '../../common/bill.ts';
import { AssignButton } from '../AssignButton.tsx';
import { Figures } from '../Figures.tsx';
import { currentMonth, recentMonths } from '../months.ts';
import { NoTariff } from '../tariffs/NoTariff.tsx';
import { useText } from '../texts.ts';
import { useMetering } from '../use-metering.ts';
import { BillLines } from './BillLines.tsx';
import { BillList } from './BillList.tsx';
import { billTones } from './bill-tones.ts';
import { IssueButton } from './IssueButton.tsx';
import { useBillFormats } from './use-bill-formats.ts';

const shownMonths = 24;

/** The bill of a month and the list of all bills of a meter. */
export function BillsTab({ device }: { device: DeviceDetail }) {
  const t = useText();
  const { month: monthText } = useBillFormats();
  const { calls } = useMetering();
  const [params, setParams] = useSearchParams();
  const months = recentMonths(shownMonths);
  const asked = params.get('month');
  const month = asked && months.includes(asked) ? asked : currentMonth();
  const choose = (next: string) =>
    setParams(
      (before) => new URLSearchParams([...before].filter(([name]) => name !== 'month').concat([['month', next]])),
      {
        preventScrollReset: true,
      },
    );
  const query = useData(calls.bill.ofMonth, { params: { id: device.id }, query: { month } }, { silent: true });
  const statement = query.data?.statement;
  return (
    <Stack>
      <Group>
        <Select
          aria-label={t('bill.month')}
          data={months.map((value) => ({ value, label: monthText(value) }))}
          value={month}
          allowDeselect={false}
          onChange={(next) => next && choose(next)}
        />
        {statement && <IssueButton key={month} device={device} statement={statement} />}
        {statement && <AssignButton device={device} />}
      </Group>
      {statement ? (
        <BillPanel statement={statement} />
      ) : query.data?.missing === 'no-tariff' ? (
        <Panel>
          <NoTariff device={device} />
        </Panel>
      ) : query.data ? (
        <Panel>
          <EmptyState drawing="chart" title={t('bill.nothing.title')} text={t('bill.nothing.text')} />
        </Panel>
      ) : (
        <QueryBoundary of={query} />
      )}
      <BillList device={device} onChoose={choose} />
    </Stack>
  );
}

function BillPanel({ statement }: { statement: Statement }) {
  const t = useText();
  const { number, date, month } = useBillFormats();
  const { consumption, currency, opening, closing, unit, words, underReview, estimatedShare } = statement;
  const index = ({ at, index, quality }: Statement['opening'], name: string) => ({
    name,
    value: <Bdi>{`${number(index, 3)} ${unit}`}</Bdi>,
    hint: (
      <>
        <Bdi>{date(at)}</Bdi> · {t(`values.quality.${quality}`)}
      </>
    ),
  });
  const amount = (quantity: number) => <Bdi>{`${number(quantity)} ${consumption.unit}`}</Bdi>;
  return (
    <Panel
      title={statement.number ?? month(statement.month)}
      aside={
        <Group gap="xs">
          <StatusChip value={statement.state} field="billState" namespace="metering" tones={billTones} />
          <BillPdf statement={statement} />
        </Group>
      }
    >
      <Stack gap="lg">
        <Figures
          items={[
            { name: t('bill.consumption'), value: amount(consumption.quantity) },
            index(opening, t('bill.opening')),
            index(closing, t('bill.closing')),
            { name: t('bill.serial'), value: <Bdi>{statement.serial}</Bdi> },
            ...(statement.previous === null ? [] : [{ name: t('bill.previous'), value: amount(statement.previous) }]),
            ...(statement.lastYear === null ? [] : [{ name: t('bill.lastYear'), value: amount(statement.lastYear) }]),
          ]}
        />
        {(underReview > 0 || estimatedShare > 0) && (
          <Group gap="xs">
            {underReview > 0 && (
              <ToneChip tone="poor">
                {t('bill.underReview', { count: underReview, shown: number(underReview) })}
              </ToneChip>
            )}
            {estimatedShare > 0 && (
              <ToneChip tone="ok">{t('bill.estimated', { percent: number(estimatedShare * 100, 0) })}</ToneChip>
            )}
          </Group>
        )}
        <BillLines
          lines={statement.lines}
          totals={statement}
          vatPercent={statement.vatPercent}
          currency={currency}
          unit={consumption.unit}
        />
        <BillNotes statement={statement} words={words} />
      </Stack>
    </Panel>
  );
}

/** The bill as PDF in the person's language. */
function BillPdf({ statement: { deviceId, month, number, serial } }: { statement: Statement }) {
  const t = useText();
  const { language } = useFormats();
  const { calls } = useMetering();
  const print = useAction(calls.bill.print);
  return (
    <PdfButton
      label={t('bill.pdf')}
      name={number ?? `${serial} ${month}`}
      request={() => print.ask({ params: { id: deviceId }, body: { month, lang: language } })}
    />
  );
}

function BillNotes({ statement: { tariff, reason }, words }: { statement: Statement; words: Statement['words'] }) {
  const t = useText();
  return (
    <Stack gap="xs">
      {words && (
        <>
          <Text lang="en" dir="ltr" ta="start">
            {words.en}
          </Text>
          <Text lang="ar" dir="rtl" ta="start">
            {words.ar}
          </Text>
        </>
      )}
      <Text size="sm" c="dimmed">
        {t('bill.tariff')} <bdi>{tariff.name.en}</bdi> · <bdi>{tariff.name.ar}</bdi> ·{' '}
        {t('bill.version', { version: tariff.version })}
      </Text>
      {reason && (
        <Text size="sm" c="dimmed">
          {t('bill.reason')} <bdi>{reason}</bdi>
        </Text>
      )}
    </Stack>
  );
}
