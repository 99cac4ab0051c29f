export { type PrintRequest, requestPrint } from './documents.ts';
