import { Table, Text } from '@mantine/core';
import type { CartEntry } from '#core/market/common/cart.ts';
import type { Problem, Quote } from '#core/market/common/quote.ts';
import { Money, useProblemText } from '#core/market/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useText } from '../api.ts';
import classes from './Buying.module.css';

type Props = { entries: readonly CartEntry[]; lines: Quote['lines']; problems: readonly Problem[] };

/** The lines of an order with where their prices come from, and what is wrong with them. */
export function CheckoutLines({ entries, lines, problems }: Props) {
  const t = useText();
  const { number } = useFormats();
  const problemText = useProblemText();
  const ofLines = problems.filter(({ path }) => path !== '' && path !== 'address' && path !== 'voucher');
  const title = t('buying.parts.lines', { count: entries.length });
  return (
    <Panel title={title}>
      <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} aria-label={title}>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('buying.product')}</Table.Th>
              <Table.Th ta="end">{t('buying.quantity')}</Table.Th>
              <Table.Th ta="end">{t('buying.unitPrice')}</Table.Th>
              <Table.Th>{t('buying.priceFrom')}</Table.Th>
              <Table.Th ta="end">{t('buying.net')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.path}>
                <Table.Td>
                  <span className={classes.line} data-part={line.parent !== null || undefined}>
                    <bdi>{line.name}</bdi>
                  </span>
                </Table.Td>
                <Table.Td ta="end">{number(line.qty)}</Table.Td>
                <Table.Td ta="end">{line.included ? t('buying.included') : <Money of={line.unit} />}</Table.Td>
                <Table.Td>
                  <PriceSource line={line} />
                </Table.Td>
                <Table.Td ta="end">
                  <Money of={line.net} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {ofLines.map((problem) => (
        <Text key={`${problem.path} ${problem.word}`} size="sm" c="red" role="alert" mt="xs">
          <bdi>{lines.find(({ path }) => path === problem.path)?.name}</bdi> {problemText(problem)}
        </Text>
      ))}
    </Panel>
  );
}

/** Where the price of a line comes from: the list, or the price of this company, less its agreed discount. */
function PriceSource({ line }: { line: Quote['lines'][number] }) {
  const t = useText();
  if (line.included) return <>–</>;
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
