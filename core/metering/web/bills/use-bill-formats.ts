import dayjs from 'dayjs';
import { useMemo } from 'react';
import type { Currency } from '#platform/common/text/currencies.ts';
import { formatMoney } from '#platform/common/text/money.ts';
import { numberLocale, useFormats } from '#platform/web/i18n/formats.ts';

/** Formats of bills in the person's language, with Latin digits. */
export function useBillFormats() {
  const { language, number, date } = useFormats();
  return useMemo(
    () => ({
      number,
      date,
      money: (minor: number, currency: Currency) => formatMoney(minor, currency, language),
      /** A month (YYYY-MM) as text. */
      month: (month: string) =>
        new Intl.DateTimeFormat(numberLocale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
          dayjs.utc(`${month}-01`).toDate(),
        ),
    }),
    [language, number, date],
  );
}
