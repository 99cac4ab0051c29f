export { DevicesWithoutToken } from './DevicesWithoutToken.tsx';
export { TokenList } from './TokenList.tsx';
export { StockForm } from './TokenPanels.tsx';
export { TokensOfCompany } from './TokensOfCompany.tsx';
export { useStock } from './use-stock.ts';
export { useTokenTargets } from './use-token-targets.ts';
