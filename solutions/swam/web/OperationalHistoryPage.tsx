import { AlarmsFrame } from './AlarmsFrame.tsx';

/** What is wrong with what devices measure, after it was closed. */
export const OperationalHistoryPage = () => <AlarmsFrame of="operational" history={true} />;
