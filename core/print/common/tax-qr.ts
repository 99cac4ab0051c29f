/** What the QR code of a Saudi tax invoice states. Amounts are decimal texts of the invoice's currency. */
export type TaxQr = {
  seller: string;
  vatNumber: string;
  issuedAt: Date;
  /** Including VAT. */
  total: string;
  vat: string;
};

/** The length of a value is one byte. */
const longestValue = 255;

/**
 * The text of the QR code that the tax authority of Saudi Arabia (ZATCA) requires on invoices: five values, each as tag,
 * length and UTF-8 bytes, in Base64. A name of more than 255 bytes is cut after a whole character.
 */
export function taxQrText({ seller, vatNumber, issuedAt, total, vat }: TaxQr): string {
  const values = [seller, vatNumber, issuedAt.toISOString().replace(/\.\d+Z$/, 'Z'), total, vat];
  const bytes = values.flatMap((value, index) => {
    const target = new Uint8Array(longestValue);
    const { written } = new TextEncoder().encodeInto(value, target);
    return [index + 1, written, ...target.subarray(0, written)];
  });
  return btoa(String.fromCharCode(...bytes));
}
