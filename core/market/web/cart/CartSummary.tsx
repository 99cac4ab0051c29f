import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { CartEntry } from '../../common/cart.ts';
import type { Product } from '../../common/product.ts';
import type { Problem, Quote } from '../../common/quote.ts';
import { useText } from '../api.ts';
import classes from '../Market.module.css';
import { Money } from '../Money.tsx';
import { entryPrice } from '../wizard-prices.ts';
import { useProblemText } from './problem-texts.ts';
import type { useQuote } from './use-quote.ts';

type Props = {
  entries: readonly CartEntry[];
  products: readonly Product[];
  quote: ReturnType<typeof useQuote>;
  /** The requested code. */
  voucher: string;
  onVoucher(code: string): void;
  /** The main action on the cart. */
  children?: ReactNode;
};

/** The totals of a cart with its voucher. Visitors see the sum of the list prices. */
export function CartSummary({
  entries,
  products,
  quote: { enabled, quote, problems, failed },
  voucher,
  onVoucher,
  children,
}: Props) {
  const t = useText();
  const problemText = useProblemText();
  const sum = Math.round(entries.reduce((total, entry) => total + entryPrice(entry, products) * 100, 0)) / 100;
  const general = problems.filter(({ path }) => path === '' || path === 'address');
  return (
    <Panel title={t('summary')}>
      <Stack>
        {enabled && (
          <VoucherField asked={voucher} used={quote?.voucher ?? null} problems={problems} onVoucher={onVoucher} />
        )}
        <Totals totals={quote?.totals} sum={sum} />
        {!enabled && (
          <Text size="sm" c="dimmed">
            {t('totalsLater')}
          </Text>
        )}
        {failed && (
          <Text size="sm" c="var(--severity-problem-text)" role="alert">
            {t('quoteFailed')}
          </Text>
        )}
        {general.map((problem) => (
          <Text key={problem.word} size="sm" c="var(--severity-problem-text)" role="alert">
            {problemText(problem)}
          </Text>
        ))}
        {children}
      </Stack>
    </Panel>
  );
}

/** The totals of a quote; without one, only the sum. */
export function Totals({ totals, sum = 0 }: { totals: Quote['totals'] | undefined; sum?: number }) {
  const t = useText();
  const rows: readonly (readonly [string, number])[] = totals
    ? [
        [t('totals.hardware', { count: totals.devicesCount }), totals.hardwarePrice],
        [t('totals.subtotal'), totals.subtotal],
        ...(totals.discount > 0 ? [[t('totals.discount'), -totals.discount] as const] : []),
        [t('totals.shipping'), totals.shipping],
        [t('totals.tax'), totals.tax],
      ]
    : [];
  return (
    <dl className={classes.totals} aria-live="polite">
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money of={amount} />
          </dd>
        </div>
      ))}
      <div data-total>
        <dt>{t('totals.total')}</dt>
        <dd>
          <Money of={totals?.total ?? sum} />
        </dd>
      </div>
    </dl>
  );
}

type VoucherProps = {
  asked: string;
  used: string | null;
  problems: readonly Problem[];
  onVoucher(code: string): void;
};

/** The input for a voucher code; shows that it is applied, why it is refused, or how much is missing for it. */
export function VoucherField({ asked, used, problems, onVoucher }: VoucherProps) {
  const t = useText();
  const problemText = useProblemText();
  const [code, setCode] = useState(asked);
  const refused = problems.find(({ path }) => path === 'voucher');
  const minimum = refused?.word === 'voucher-minimum' ? Number(refused.detail.minimum) : 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onVoucher(code.trim());
      }}
    >
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          label={t('voucher')}
          value={code}
          maxLength={32}
          dir="ltr"
          onChange={(event) => setCode(event.currentTarget.value)}
          error={refused && problemText(refused)}
          description={used && t('voucherUsed', { code: used })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <Button type="submit" variant="default">
          {t('apply')}
        </Button>
      </Group>
      {minimum > 0 && (
        <Progress
          mt="xs"
          value={100 - (Number(refused?.detail.missing) / minimum) * 100}
          aria-label={refused && problemText(refused)}
        />
      )}
    </form>
  );
}
