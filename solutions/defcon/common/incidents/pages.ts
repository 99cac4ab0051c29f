/** Where incidents are handled, and where closed ones are. */
export const incidentPage = 'alarms/intrusion-alarms';
export const closedIncidentPage = 'alarms/intrusion-alarms/history';
