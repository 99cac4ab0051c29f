/** The header in which a browser says when the person made a change that it sends later: an ISO instant of its clock. */
export const doneAtHeader = 'x-done-at';
