import { sql } from 'kysely';
import { companyName, isSaudi } from '#core/accounts/server/api.ts';
import { taxQrText } from '#core/print/common/tax-qr.ts';
import { verificationAddress } from '#core/print/common/verification.ts';
import { fromMinor } from '#platform/common/text/money.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import {
  type billVerificationRoutes,
  type PrintedMeterBill,
  type Statement,
  type VerifiedBill,
  verifyBillPath,
} from '../../common/bill.ts';

/** Without a caller: anyone with the code may see the bill. */
export const billVerificationHandlers: Handlers<typeof billVerificationRoutes> = {
  async verify({ tx, params }) {
    const found = await sql<VerifiedBill>`
      SELECT number, kind, state, issued_at, (statement ->> 'total')::bigint AS total, statement ->> 'currency' AS currency,
             coalesce(statement -> 'issuer' -> 'name', (SELECT jsonb_build_object('en', n, 'ar', n) FROM (SELECT ${companyName('meter_bill.company_id')} AS n) named)) AS issuer
        FROM meter_bill WHERE verification = ${params.code} AND state <> 'draft'`.execute(tx);
    const [bill] = found.rows;
    if (!bill) throw refuse(404, 'not-found');
    return bill;
  },
};

/** Bills of Saudi companies have the QR code that the law requires, others that of the address. */
export function verificationOf(kit: Kit, statement: Statement, code: string): PrintedMeterBill['verification'] {
  const { issuer, issuedAt, total, vat, currency } = statement;
  const address = verificationAddress(kit.publicUrl, verifyBillPath, code);
  if (!issuer?.trn || !issuedAt || !isSaudi(issuer)) return { qr: address, address };
  const qr = taxQrText({
    seller: issuer.name.ar,
    vatNumber: issuer.trn,
    issuedAt: new Date(issuedAt),
    total: fromMinor(total, currency),
    vat: fromMinor(vat, currency),
  });
  return { qr, address };
}
