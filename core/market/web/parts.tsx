export { ProductDrawing } from './drawings/ProductDrawing.tsx';
