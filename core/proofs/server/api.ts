export { proofHandlers, proofsOf } from './proofs.ts';
