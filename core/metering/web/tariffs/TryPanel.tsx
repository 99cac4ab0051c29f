import { NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Currency } from '#platform/common/text/currencies.ts';
import { decimal } from '#platform/common/text/money.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { billLinesOf, billTotals } from '../../common/price.ts';
import { type TariffTerms, tariffTerms } from '../../common/terms.ts';
import { BillLines } from '../bills/BillLines.tsx';
import { useText } from '../texts.ts';

const firstQuantity = 1699;

/** The cost of a consumption in a full month by the terms in the form. */
export function TryPanel({ terms, currency, unit }: { terms: TariffTerms; currency: Currency; unit: string }) {
  const t = useText();
  const [quantity, setQuantity] = useState(firstQuantity);
  const valid = tariffTerms.safeParse(terms);
  const lines = valid.success ? billLinesOf(valid.data, currency, decimal(quantity)) : [];
  return (
    <Panel title={t('try.title')}>
      <Stack>
        <NumberInput
          label={t('try.quantity')}
          suffix={` ${unit}`}
          min={0}
          max={1e9}
          value={quantity}
          onChange={(value) => setQuantity(typeof value === 'number' ? value : 0)}
        />
        {valid.success ? (
          <BillLines
            lines={lines}
            totals={billTotals(lines, valid.data)}
            vatPercent={valid.data.vatPercent}
            currency={currency}
            unit={unit}
          />
        ) : (
          <Text c="dimmed">{t('try.incomplete')}</Text>
        )}
      </Stack>
    </Panel>
  );
}
