export { ForCompany } from './ForCompany.tsx';
export { StructureSelect } from './StructureSelect.tsx';
export { StructuresPick } from './StructuresPick.tsx';
