import './events.ts';

export { type PrintRequest, requestPrint } from './documents.ts';
