import { Table, Text } from '@mantine/core';
import { Money } from '#core/market/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { OrderDetail, OrderLine } from '../../common/order.ts';
import { useText } from '../api.ts';
import classes from './Parts.module.css';

type Props = {
  order: Pick<OrderDetail, 'lines' | 'subtotal' | 'discount' | 'shipping' | 'tax' | 'total'>;
  /** Whether it shows how much of each line was sent and made. */
  progress?: boolean;
};

/** The lines of an order as they were agreed, options below their devices, and the totals. */
export function OrderLines({ order, progress = false }: Props) {
  const t = useText();
  return (
    <Panel title={t('tabs.lines')}>
      <Table.ScrollContainer minWidth={300} type="native" tabIndex={0} aria-label={t('tabs.lines')}>
        <Table className={classes.lines} aria-label={t('tabs.lines')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('columns.product')}</Table.Th>
              <Table.Th data-numeric>{t('columns.qty')}</Table.Th>
              {progress && (
                <Table.Th data-numeric data-wide>
                  {t('columns.shippedQty')}
                </Table.Th>
              )}
              {progress && (
                <Table.Th data-numeric data-wide>
                  {t('columns.deployedQty')}
                </Table.Th>
              )}
              <Table.Th data-numeric data-wide>
                {t('columns.unit')}
              </Table.Th>
              <Table.Th data-numeric>{t('columns.net')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {order.lines.map((line) => (
              <Line key={line.id} line={line} progress={progress} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Totals order={order} />
    </Panel>
  );
}

/** The ids of a path: `0.1.2` is two levels below `0`. */
const depthOf = ({ path, parent }: OrderLine): number => (parent === null ? 0 : path.split('.').length - 2);

function Line({ line, progress }: { line: OrderLine; progress: boolean }) {
  const t = useText();
  const { number } = useFormats();
  return (
    <Table.Tr>
      <Table.Td>
        <span className={classes.name} data-depth={depthOf(line) > 0 || undefined}>
          <bdi>{line.name}</bdi>
          <Text size="sm" c="dimmed">
            <Bdi>{line.sku}</Bdi>
          </Text>
        </span>
      </Table.Td>
      <Table.Td data-numeric>{number(line.qty)}</Table.Td>
      {progress && (
        <Table.Td data-numeric data-wide>
          {line.shippedQty > 0 ? number(line.shippedQty) : '–'}
        </Table.Td>
      )}
      {progress && (
        <Table.Td data-numeric data-wide>
          {line.deployedQty > 0 ? number(line.deployedQty) : '–'}
        </Table.Td>
      )}
      <Table.Td data-numeric data-wide>
        {line.included ? t('included') : <Money of={line.unit} />}
      </Table.Td>
      <Table.Td data-numeric>{line.included ? t('included') : <Money of={line.net} />}</Table.Td>
    </Table.Tr>
  );
}

function Totals({ order }: { order: Props['order'] }) {
  const t = useText();
  const rows = [
    ['subtotal', order.subtotal],
    ['discount', -order.discount],
    ['shipping', order.shipping],
    ['tax', order.tax],
  ] as const;
  return (
    <dl className={classes.totals}>
      {rows.map(
        ([name, amount]) =>
          amount !== 0 && (
            <div key={name}>
              <dt>{t(`totals.${name}`)}</dt>
              <dd>
                <Money of={amount} />
              </dd>
            </div>
          ),
      )}
      <div>
        <dt>
          <Text component="span" fw={650} inherit>
            {t('totals.total')}
          </Text>
        </dt>
        <dd>
          <Text component="span" fw={650} inherit>
            <Money of={order.total} />
          </Text>
        </dd>
      </div>
    </dl>
  );
}
