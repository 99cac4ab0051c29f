export { activationsByMonth, tokenBegun } from './activations.ts';
export { addRunningToken, addTrialToken, addWaitingToken, passTokenOn, tokensOfDevices } from './given-tokens.ts';
export { withdrawTokens } from './token-blocks.ts';
export { deviceSubscriptionHandlers, deviceTokenHandlers } from './token-handlers.ts';
export { oldestTokens, tokenOfStock, tokensInStock } from './token-stock.ts';
export { applyTokens } from './token-targets.ts';
export { activateTokens, addTokens, assignToken, changeTokenOwner, takeFromStock } from './tokens.ts';
