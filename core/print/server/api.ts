import './events.ts';

export { type PrintRequest, removePrints, requestPrint } from './documents.ts';
