import { routes } from './registered.mjs';

console.log(routes().join('\n'));
