export { PdfButton } from './PdfButton.tsx';
export { Hash, VerifiedDocument } from './VerifiedDocument.tsx';
