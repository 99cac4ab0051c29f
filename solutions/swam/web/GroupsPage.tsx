import { GroupsFrame } from '#core/alarms/web/parts.tsx';
import { groups } from './group-source.ts';

export const GroupsPage = () => <GroupsFrame source={groups} />;
