export { issueCreditNote } from './credit-notes.ts';
export { issueInvoice } from './invoices.ts';
