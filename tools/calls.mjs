import { calls } from './registered.mjs';

console.log(calls().join('\n'));
