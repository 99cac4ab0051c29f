export { ForCompany } from './ForCompany.tsx';
export { LocationPicker } from './LocationPicker.tsx';
export { StructureSelect } from './StructureSelect.tsx';
export { StructuresPick } from './StructuresPick.tsx';
