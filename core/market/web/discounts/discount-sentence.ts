import { useText } from '../api.ts';
import { dollarText } from '../dollar-text.ts';

const shownDay = (day: unknown): string => String(day).split('-').reverse().join('/');

/** What a code does, as a sentence, from the values of its form; null while it is worth nothing. */
export function useDiscountSentence(values: Record<string, unknown>): string | null {
  const t = useText();
  const { kind, percent, amount, scope, targets, validFrom, validTo, usageLimit, oncePerCompany, minimum } = values;
  const worth = Number(kind === 'percentage' ? percent : amount) || 0;
  if (worth <= 0) return null;
  const shown = kind === 'percentage' ? `${worth} %` : dollarText(worth);
  const count = Array.isArray(targets) ? targets.length : 0;
  const parts = [
    scope === 'whole' ? t('discounts.offWhole', { worth: shown }) : null,
    scope === 'app' ? t('discounts.offApps', { worth: shown, count }) : null,
    scope === 'product' ? t('discounts.offProducts', { worth: shown, count }) : null,
    Number(minimum) > 0 ? t('discounts.fromAmount', { amount: dollarText(Number(minimum)) }) : null,
    values.companyId ? t('discounts.oneCompany') : null,
    oncePerCompany === true ? t('discounts.oncePerCompany') : null,
    Number(usageLimit) > 0 ? t('discounts.times', { count: Number(usageLimit) }) : null,
    validFrom ? t('discounts.since', { day: shownDay(validFrom) }) : null,
    validTo ? t('discounts.until', { day: shownDay(validTo) }) : null,
  ];
  return `${parts.filter((part) => part !== null).join(t('comma'))}.`;
}
