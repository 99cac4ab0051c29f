import { CreateGroupFrame } from '#core/alarms/web/parts.tsx';
import { groups } from './group-source.ts';

export const CreateGroupPage = () => <CreateGroupFrame source={groups} />;
