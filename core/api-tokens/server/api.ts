export { withApiTokens } from './identify-token.ts';
