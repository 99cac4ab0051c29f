export { ProductDrawing } from './drawings/ProductDrawing.tsx';
export { Money } from './Money.tsx';
export { SellingTerms } from './SellingTerms.tsx';
