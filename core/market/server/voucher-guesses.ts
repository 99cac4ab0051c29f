import { limitGuesses } from '#platform/server/http/guess-limit.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Refusal } from '#platform/server/refuse.ts';

/** The wrong vouchers that a company may enter in a day, in all calls together. */
export const wrongVouchersPerDay = 50;

export const limitVoucherGuesses = <T>(
  kit: Kit,
  { companyId, code }: { companyId: number; code: string },
  isWrong: (result: T | Refusal) => boolean,
  work: () => Promise<T>,
): Promise<T> =>
  limitGuesses(
    kit,
    {
      guesser: `voucher of company ${companyId}`,
      guess: code.trim().toUpperCase(),
      limit: wrongVouchersPerDay,
      hours: 24,
    },
    isWrong,
    work,
  );
