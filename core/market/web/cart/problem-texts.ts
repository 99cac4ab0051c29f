import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { market } from '../../app.ts';
import type { Problem } from '../../common/quote.ts';
import { useText } from '../api.ts';
import { dollarText } from '../dollar-text.ts';

/** The texts of the problems of a line, an address or a voucher. */
export function useProblemText(): (problem: Problem) => string {
  const t = useText();
  const { label, has } = useLabels(market.id);
  const { date } = useFormats();
  return ({ word, detail }) => {
    if (word === 'voucher-minimum')
      return t('problem.voucher-minimum', { missing: dollarText(Number(detail.missing)) });
    if (word === 'not-in-stock' && typeof detail.restockOn === 'string')
      return t('problem.not-in-stock-until', {
        left: Number(detail.left),
        day: date(`${detail.restockOn}T12:00:00Z`, 'date'),
      });
    const key = `problem.${word}`;
    return has(key) ? label(key, detail) : t('problem.not-offered');
  };
}
