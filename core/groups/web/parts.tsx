export { AddToGroupPanel } from './AddToGroupPanel.tsx';
export { GroupChips } from './GroupChips.tsx';
export { GroupSelect } from './GroupSelect.tsx';
export { GroupTree } from './GroupTree.tsx';
export type { GroupCalls } from './group-calls.ts';
export { useGroupFilter } from './group-filter.ts';
export { RecordGroupsPage, type ShownGroup } from './RecordGroupsPage.tsx';
