export { PdfButton } from './PdfButton.tsx';
