export { ApplyPanel } from './applications/ApplyPanel.tsx';
export { DeviceTemplateTab } from './DeviceTemplateTab.tsx';
export { OfferedTemplate, useOffered } from './OfferedTemplate.tsx';
export { templateScreens } from './pages.ts';
