import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useFormats } from '../../i18n/formats.ts';
import { useNow } from './Ago.tsx';
import { readPeriod, resolvePeriod, type SelectedPeriod } from './period.ts';

const minuteMs = 60_000;

/**
 * The period of the page, stored in the address as `period` (with `from` and `to` for a custom one). It advances every
 * minute and includes the current one, so that the newest value is part of it.
 */
export function usePeriod({ initial = 0, maxDays }: { initial?: number; maxDays?: number } = {}) {
  const [params, setParams] = useSearchParams();
  const { zone } = useFormats();
  const minute = Math.floor(useNow() / minuteMs) + 1;
  const text = params.toString();
  const chosen = useMemo(
    (): SelectedPeriod => readPeriod(new URLSearchParams(text), maxDays) ?? { value: initial },
    [text, maxDays, initial],
  );
  const period = useMemo(() => resolvePeriod(chosen, new Date(minute * minuteMs), zone), [chosen, minute, zone]);
  const choose = useCallback(
    (next: SelectedPeriod) =>
      setParams(
        (before) => {
          const out = new URLSearchParams(before);
          out.set('period', String(next.value));
          for (const part of ['from', 'to'] as const) {
            const bound = next[part];
            if (bound) out.set(part, bound);
            else out.delete(part);
          }
          return out;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  return { chosen, period, choose };
}
