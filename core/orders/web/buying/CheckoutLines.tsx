import { Table, Text } from '@mantine/core';
import type { Problem, Quote } from '#core/market/common/quote.ts';
import { Money, useProblemText } from '#core/market/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useText } from '../api.ts';
import classes from './Buying.module.css';

type Line = Quote['lines'][number];
type Props = { lines: Quote['lines']; problems: readonly Problem[] };

/** The lines of an order with the origin of their prices and their problems. */
export function CheckoutLines({ lines, problems }: Props) {
  const t = useText();
  const { number } = useFormats();
  const problemText = useProblemText();
  const ofLines = problems.filter(({ path }) => path !== '' && path !== 'address' && path !== 'voucher');
  const title = t('buying.parts.lines');
  const phone = usePhone();
  const unitOf = (line: Line) => (line.included ? t('buying.included') : <Money of={line.unit} />);
  return (
    <Panel title={title}>
      <Table aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('buying.product')}</Table.Th>
            {!phone && (
              <>
                <Table.Th ta="end">{t('buying.quantity')}</Table.Th>
                <Table.Th ta="end">{t('buying.unitPrice')}</Table.Th>
                <Table.Th>{t('buying.priceFrom')}</Table.Th>
              </>
            )}
            <Table.Th ta="end">{t('buying.net')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.path}>
              <Table.Td>
                <span className={classes.line} data-part={line.parent !== null || undefined}>
                  <bdi>{line.name}</bdi>
                  {phone && (
                    <Text component="span" display="block" size="sm" c="dimmed">
                      <bdi>
                        {number(line.qty)} × {unitOf(line)}
                      </bdi>
                      {!line.included && ' · '}
                      <PriceSource line={line} />
                    </Text>
                  )}
                </span>
              </Table.Td>
              {!phone && (
                <>
                  <Table.Td ta="end">{number(line.qty)}</Table.Td>
                  <Table.Td ta="end">{unitOf(line)}</Table.Td>
                  <Table.Td>{line.included ? '–' : <PriceSource line={line} />}</Table.Td>
                </>
              )}
              <Table.Td ta="end">
                <Money of={line.net} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {ofLines.map((problem) => (
        <Text key={`${problem.path} ${problem.word}`} size="sm" c="var(--severity-problem-text)" role="alert" mt="xs">
          <bdi>{lines.find(({ path }) => path === problem.path)?.name}</bdi> {problemText(problem)}
        </Text>
      ))}
    </Panel>
  );
}

/** Where the price of a line comes from: the list, or the price of this company, less its agreed discount. */
function PriceSource({ line }: { line: Line }) {
  const t = useText();
  if (line.included) return null;
  return (
    <Text component="span" size="sm">
      {t(`buying.sources.${line.priceSource}`)}
      {line.rateDiscount > 0 && (
        <>
          {' · '}
          {t('buying.sources.rate')} <Money of={-line.rateDiscount} />
        </>
      )}
      {line.voucherDiscount > 0 && (
        <>
          {' · '}
          {t('buying.sources.voucher')} <Money of={-line.voucherDiscount} />
        </>
      )}
    </Text>
  );
}
