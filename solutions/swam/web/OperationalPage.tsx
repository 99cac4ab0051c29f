import { AlarmsFrame } from './AlarmsFrame.tsx';

/** What is wrong with what devices measure. */
export const OperationalPage = () => <AlarmsFrame of="operational" history={false} />;
