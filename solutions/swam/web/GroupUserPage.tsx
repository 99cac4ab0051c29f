import { GroupUserFrame } from '#core/alarms/web/parts.tsx';
import { groups } from './group-source.ts';

export const GroupUserPage = () => <GroupUserFrame source={groups} />;
