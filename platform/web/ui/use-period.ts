import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { customPeriod } from '#platform/common/time.ts';
import { useFormats } from '../i18n/formats.ts';
import { useNow } from './Ago.tsx';
import { type ChosenPeriod, resolvePeriod } from './period.ts';

const minuteMs = 60_000;

/** The page's period, kept in the address as `period` (and `from`, `to` for a custom one). It moves on each minute. */
export function usePeriod(initial = 0) {
  const [params, setParams] = useSearchParams();
  const { zone } = useFormats();
  const minute = Math.floor(useNow() / minuteMs);
  const raw = params.get('period');
  const from = params.get('from') ?? undefined;
  const to = params.get('to') ?? undefined;
  const chosen = useMemo((): ChosenPeriod => {
    const value = raw === 'custom' ? customPeriod : raw === null || raw === '' ? initial : Number(raw);
    return { value, ...(from && to ? { from, to } : {}) };
  }, [raw, from, to, initial]);
  const period = useMemo(() => resolvePeriod(chosen, new Date(minute * minuteMs), zone), [chosen, minute, zone]);
  const choose = useCallback(
    (next: ChosenPeriod) =>
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
