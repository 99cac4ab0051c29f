export { addDemoSignatures } from './demo.ts';
export { proofPictures } from './proof-pictures.ts';
export { proofHandlers, proofsOf } from './proofs.ts';
