import { forecastRatios } from './fixtures/parking-forecast.ts';
import { measureChanges } from './parking/changes.ts';
import { measureFigures } from './parking/figures.ts';
import { measurePlan } from './parking/plan.ts';

/**
 * Prints one JSON line: changes of bays (`parking/changes.ts`), the sums of groups and bays (`parking/figures.ts`), a plan
 * (`parking/plan.ts`), and the error of forecasts an hour ahead of simulated car parks, compared with the better of two
 * naive ones.
 */
const forecast = forecastRatios();
console.log(
  JSON.stringify({
    ...(await measureChanges()),
    ...(await measureFigures()),
    ...(await measurePlan()),
    forecast,
    forecastRatio: Math.max(...Object.values(forecast)),
  }),
);
